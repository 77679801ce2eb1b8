import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countBrowserReport, countTestReport, filesForSecondTry, passedAtSecondTry } from './reports.ts';
import { runStep } from './step.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearlot-reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(report: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

test('a test file that cannot be loaded counts as a failure', () => {
  const passed = { fullName: 'one works', status: 'passed', failureMessages: [] };
  const testResults = [
    { name: 'one.test.ts', status: 'passed', message: '', assertionResults: [passed, passed] },
    { name: 'two.test.ts', status: 'failed', message: 'no such import', assertionResults: [] },
  ];
  expect(countTestReport(written({ numPassedTests: 2, numFailedTests: 0, testResults }))).toEqual({
    passed: 2,
    failed: 1,
    skipped: [],
    failures: ['two.test.ts › no such import'],
    flaky: [],
  });
});

test('what fails before or after the tests of a file is named and counts as a failure', () => {
  const one = (status: string) => ({ fullName: 'it adds up', status, failureMessages: [] });
  const testResults = [
    { name: 'before.test.ts', status: 'failed', message: 'no database', assertionResults: [one('skipped')] },
    { name: 'after.test.ts', status: 'failed', message: 'it did not close', assertionResults: [one('passed')] },
    { name: 'within.test.ts', status: 'failed', message: '', assertionResults: [one('failed'), one('skipped')] },
  ];
  expect(countTestReport(written({ numPassedTests: 1, numFailedTests: 1, testResults }))).toEqual({
    passed: 1,
    failed: 3,
    skipped: [],
    failures: ['within.test.ts › it adds up', 'before.test.ts › no database', 'after.test.ts › it did not close'],
    flaky: [],
  });
});

test('what could not run on this machine is named with its file', () => {
  const one = (status: string) => ({ fullName: 'it adds up', status, failureMessages: [] });
  const testResults = [
    { name: 'all.test.ts', status: 'passed', message: '', assertionResults: [one('passed')] },
    {
      name: 'some.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [one('passed'), one('skipped'), one('pending')],
    },
  ];
  expect(countTestReport(written({ numPassedTests: 2, numFailedTests: 0, testResults }))?.skipped).toEqual([
    'some.test.ts › 2 skipped',
  ]);
});

test('what failed is named by its file and its first words, without colours', () => {
  const failed = {
    fullName: 'it adds up',
    status: 'failed',
    failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  to be 2', 'x'],
  };
  const testResults = [{ name: 'sum.test.ts', status: 'failed', message: '', assertionResults: [failed] }];
  expect(countTestReport(written({ numPassedTests: 0, numFailedTests: 1, testResults }))?.failures).toEqual([
    'sum.test.ts › it adds up › expected 1 to be 2',
  ]);
});

/** A Vitest report of one file that passed and so many others that failed. */
function failing(files: number): string {
  const one = (status: string) => ({
    fullName: 'it adds up',
    status,
    failureMessages: status === 'failed' ? ['1'] : [],
  });
  const failed = Array.from({ length: files }, (_, at) => ({
    ...{ name: `f${at}.test.ts`, status: 'failed', message: '', assertionResults: [one('failed'), one('passed')] },
  }));
  const passed = { name: 'passed.test.ts', status: 'passed', message: '', assertionResults: [one('passed')] };
  return written({ numPassedTests: files + 1, numFailedTests: files, testResults: [passed, ...failed] });
}

test('files of few failures run again, and what passes then has passed and is named; many failures do not', () => {
  expect(filesForSecondTry(failing(0))).toEqual([]);
  expect(filesForSecondTry(failing(4))).toEqual([]);
  expect(filesForSecondTry(join(folder, 'nothing.json'))).toEqual([]);
  const report = failing(3);
  expect(filesForSecondTry(report)).toEqual(['f0.test.ts', 'f1.test.ts', 'f2.test.ts']);
  const lines = [0, 1, 2].map((at) => `f${at}.test.ts › it adds up › 1`);
  expect(countTestReport(report)).toMatchObject({ passed: 4, failed: 3, failures: lines, flaky: [] });
  expect(passedAtSecondTry(countTestReport(report) ?? expect.fail())).toEqual({
    ...{ passed: 7, failed: 0, skipped: [], failures: [], flaky: lines },
  });
});

/** A Playwright report of three journeys that passed, one that did not, so many that passed at the second try, and a server that never came. */
function journeys(flaky: number): string {
  const tries = [{ error: { message: 'timed out' } }, {}];
  const specOf = (status: string) => ({ file: 'home.test.ts', title: status, tests: [{ status, results: tries }] });
  const specs = [specOf('unexpected'), ...Array.from({ length: flaky }, () => specOf('flaky')), specOf('expected')];
  const stats = { expected: 3, unexpected: 1, flaky, skipped: 4 };
  return written({ stats, suites: [{ specs: [], suites: [{ specs }] }], errors: [{ message: 'no server' }] });
}

test('a journey that passed at the second try has passed and is named; many of them have failed', () => {
  const unexpected = 'home.test.ts › unexpected › timed out';
  const flaky = Array.from({ length: 4 }, () => 'home.test.ts › flaky › timed out');
  expect(countBrowserReport(journeys(3))).toEqual({
    passed: 6,
    failed: 2,
    skipped: [],
    failures: [unexpected, 'no server'],
    flaky: flaky.slice(1),
  });
  expect(countBrowserReport(journeys(4))).toEqual({
    passed: 3,
    failed: 6,
    skipped: [],
    failures: [unexpected, ...flaky, 'no server'],
    flaky,
  });
});

test('a report that was never written is told from an empty one', () => {
  expect(countTestReport(join(folder, 'nothing.json'))).toBeNull();
  expect(countBrowserReport(written({}))).toBeNull();
});

test('a step that fails, hangs or does not exist is not fine', async () => {
  const run = (code: string, withinMs = 120_000) =>
    runStep(folder, [process.execPath, '-e', code], Date.now() + withinMs, {});
  expect(await run('')).toMatchObject({ isFine: true, reason: null });
  expect(await run('process.exit(3)')).toMatchObject({ isFine: false, reason: null });
  expect(await run('setInterval(() => {}, 1000)', 600)).toMatchObject({
    isFine: false,
    reason: expect.stringContaining('not finished'),
  });
  expect(await runStep(folder, ['no-such-program'], Date.now() + 1_000, {})).toMatchObject({ isFine: false });
});
