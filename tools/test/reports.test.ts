import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countBrowserReport, countTestReport } from './reports.ts';
import { runStep } from './step.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearlot-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

test('a test file that cannot be loaded counts as a failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{}, {}] },
    { status: 'failed', assertionResults: [] },
  ];
  expect(countTestReport(written({ numPassedTests: 2, numFailedTests: 0, testResults }))).toEqual({
    passed: 2,
    failed: 1,
  });
});

test('a journey that passed at the second try has not passed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 4 };
  expect(countBrowserReport(written({ stats, errors: [{}] }))).toEqual({ passed: 3, failed: 3 });
});

test('a report that was never written is told from an empty one', () => {
  expect(countTestReport(join(folder, 'nothing.json'))).toBeNull();
  expect(countBrowserReport(written({}))).toBeNull();
});

test('a step that fails, hangs or does not exist is not fine', async () => {
  const run = (code: string, withinMs = 20_000) => runStep(folder, [process.execPath, '-e', code], withinMs, {});
  expect(await run('')).toMatchObject({ isFine: true, reason: null });
  expect(await run('process.exit(3)')).toMatchObject({ isFine: false, reason: null });
  expect(await run('setInterval(() => {}, 1000)', 600)).toMatchObject({
    isFine: false,
    reason: expect.stringContaining('not finished'),
  });
  expect(await runStep(folder, ['no-such-program'], 1_000, {})).toMatchObject({ isFine: false });
});
