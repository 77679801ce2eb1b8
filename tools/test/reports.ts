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
  /** What failed at first and passed at the second try, a line each; it counts as passed. */
  readonly flaky: readonly string[];
}

/** A machine that is shared starves a check now and then. More of them in one step are a fault of ours. */
const flakyMax = 3;

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
    flaky: [],
  };
}

/** The files in which something failed, where so little did that a second try may tell a starved machine from a fault; else none. */
export function filesForSecondTry(path: string): readonly string[] {
  const failed = countTestReport(path)?.failed ?? 0;
  if (failed === 0 || failed > flakyMax) return [];
  const { testResults = [] } = read(path, testReport) ?? {};
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** The counts of a step whose failed files all passed when they ran again, alone. */
export function passedAtSecondTry(first: Counts): Counts {
  return { ...first, passed: first.passed + first.failed, failed: 0, failures: [], flaky: first.failures };
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
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
  suites: z.array(suite),
});

/** Sums a Playwright report. What passed at the second try has passed, unless there is more of it than `flakyMax`. */
export function countBrowserReport(path: string): Counts | null {
  const report = read(path, browserReport);
  if (report === null) return null;
  const { expected, unexpected } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const flaky = specs.flatMap((spec) => linesOf(spec, 'flaky'));
  const isTolerated = flaky.length <= flakyMax;
  return {
    passed: expected + (isTolerated ? flaky.length : 0),
    failed: unexpected + (isTolerated ? 0 : flaky.length) + report.errors.length,
    skipped: [],
    failures: [
      ...specs.flatMap((spec) => linesOf(spec, 'unexpected')),
      ...(isTolerated ? [] : flaky),
      ...report.errors.map(({ message }) => line('', '', message ?? '')),
    ],
    flaky,
  };
}

type Spec = z.output<typeof suite>['specs'][number];

/** The first error of each test of a journey that ended with that status. */
function linesOf({ file, title, tests }: Spec, ended: 'unexpected' | 'flaky'): string[] {
  return tests
    .filter(({ status }) => status === ended)
    .map(({ results }) => line(file, title, results.find(({ error }) => error !== undefined)?.error?.message ?? ''));
}

function specsOf({ specs, suites = [] }: z.output<typeof suite>): Spec[] {
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
