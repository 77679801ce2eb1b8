import { readFileSync } from 'node:fs';
import * as z from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const testReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** Sums a Vitest report. A file that could not even be loaded has no tests in it: it counts as one failure. */
export function countTestReport(path: string): Counts | null {
  const report = read(path, testReport);
  if (report === null) return null;
  const unloaded = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  ).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded };
}

const browserReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** Sums a Playwright report. One that passed only when it was tried again has not passed. */
export function countBrowserReport(path: string): Counts | null {
  const report = read(path, browserReport);
  if (report === null) return null;
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length };
}

/** Null where the runner ended before it wrote its report. */
function read<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
