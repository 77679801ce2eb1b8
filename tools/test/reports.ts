import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** What did not run for want of something on this machine, a line each: the file and how many of its tests. */
  readonly skipped: readonly string[];
  /** What failed, a line each: the file, the name and how it went wrong. */
  readonly failures: readonly string[];
}

const testReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/**
 * Sums a Vitest report. A file that could not even be loaded has no tests in it, and what fails before or after the tests of a
 * file is no test's: either counts as one failure.
 */
export function countTestReport(path: string): Counts | null {
  const report = read(path, testReport);
  if (report === null) return null;
  const around = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => line(name, fullName, why)),
  );
  const skipped = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const count = assertionResults.filter((assertion) => isSkipped(assertion.status)).length;
    return count > 0 && status !== 'failed' ? [line(name, `${count} skipped`, '')] : [];
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + around.length,
    skipped,
    failures: [...failures, ...around.map(({ name, message }) => line(name, '', message))],
  };
}

const isSkipped = (status: string): boolean => status === 'skipped' || status === 'pending';

const suite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ error: z.optional(z.object({ message: z.optional(z.string()) })) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(suite));
  },
});

const browserReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
  suites: z.array(suite),
});

/** Sums a Playwright report. A flaky test counts as failed. */
export function countBrowserReport(path: string): Counts | null {
  const report = read(path, browserReport);
  if (report === null) return null;
  const { expected, unexpected, flaky } = report.stats;
  const failures = report.suites
    .flatMap(specsOf)
    .flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          line(file, title, results.find(({ error }) => error !== undefined)?.error?.message ?? ''),
        ),
    );
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    skipped: [],
    failures: [...failures, ...report.errors.map(({ message }) => line('', '', message ?? ''))],
  };
}

function specsOf({ specs, suites = [] }: z.output<typeof suite>): z.output<typeof suite>['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** Colours are for a terminal, and what goes beyond a few hundred characters stands in the run's own output. */
function line(file: string, name: string, why: string): string {
  const reason = stripVTControlCharacters(why).replace(/\s+/g, ' ').trim().slice(0, 400);
  return [relative(process.cwd(), file), name, reason].filter((part) => part !== '').join(' › ');
}

/** Null where the runner ended before it wrote its report. */
function read<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
