import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { countTestReport } from '../test/reports.ts';
import type { Checkout } from './checkout.ts';

/** How the tests of one run ended. */
export interface TestRun {
  readonly end: 'passed' | 'failed' | 'hung';
  /** The first failures, a line each. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

/** How long a test waits for what never comes: a planted bug often is just that. */
const patienceMs = 15_000;

/** Runs these test files and folders in the copy, all of them where none is named; stops at the first failure. */
export async function runTests(checkout: Checkout, tests: readonly string[], limitMs: number): Promise<TestRun> {
  const beganMs = Date.now();
  const journeys = tests.filter((test) => test.startsWith('e2e/'));
  const others = tests.filter((test) => !test.startsWith('e2e/'));
  const left = (): number => Math.max(1, beganMs + limitMs - Date.now());
  let run = others.length > 0 || tests.length === 0 ? await runVitest(checkout, others, left()) : passed;
  if (run.end === 'passed' && journeys.length > 0) run = await runJourneys(checkout, journeys, left);
  return { ...run, seconds: Math.round((Date.now() - beganMs) / 1_000) };
}

type Ending = Pick<TestRun, 'end' | 'failures'>;
const passed: Ending = { end: 'passed', failures: [] };

async function runVitest(checkout: Checkout, tests: readonly string[], limitMs: number): Promise<Ending> {
  mkdirSync(checkout.scratch, { recursive: true });
  const report = join(checkout.scratch, 'tests.json');
  const end = await run(checkout.folder, limitMs, [
    'vitest',
    'run',
    ...tests,
    '--bail=1',
    `--testTimeout=${4 * patienceMs}`,
    `--hookTimeout=${4 * patienceMs}`,
    `--fsModuleCachePath=${join(checkout.scratch, 'modules')}`,
    '--reporter=json',
    `--outputFile=${report}`,
  ]);
  return {
    end,
    failures:
      end === 'failed'
        ? (countTestReport(report)?.failures ?? []).map((line) => line.slice(line.indexOf(checkout.folder) + 1))
        : [],
  };
}

async function runJourneys(checkout: Checkout, journeys: readonly string[], left: () => number): Promise<Ending> {
  const built = await run(checkout.folder, left(), ['vite', 'build', 'web', '--logLevel', 'error']);
  if (built !== 'passed') return { end: built, failures: ['the web app cannot be built'] };
  const end = await run(checkout.folder, left(), [
    'playwright',
    'test',
    '--config',
    join('e2e', 'playwright.config.ts'),
    '--max-failures=1',
    '--reporter=dot',
    ...journeys,
  ]);
  return { end, failures: end === 'failed' ? [journeys.join(' ')] : [] };
}

/** Runs a program of the packages; past its limit the whole process group is killed. */
function run(cwd: string, limitMs: number, [program = '', ...words]: readonly string[]): Promise<TestRun['end']> {
  const path = [join(cwd, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  return new Promise((answer, refuse) => {
    const child = spawn(program, words, { cwd, env: { ...process.env, PATH: path }, stdio: 'ignore', detached: true });
    running.add(child.pid ?? 0);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killGroup(child.pid);
    }, limitMs);
    child.once('error', refuse);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child.pid ?? 0);
      answer(isLate ? 'hung' : code === 0 ? 'passed' : 'failed');
    });
  });
}

const running = new Set<number>();

/** Kills what still runs: nothing of a run that is broken off is left behind. */
export function killRuns(): void {
  for (const pid of running) killGroup(pid);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined || pid === 0) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
