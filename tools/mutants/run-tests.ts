import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Checkout } from './checkout.ts';
import type { TestAnswer, TestOrder, TestRun } from './test-order.ts';

/**
 * Runs these test files and folders in the copy, all of them where none is named; stops at the first failure. `changed` is the file
 * that differs from the run before.
 */
export async function runTests(
  checkout: Checkout,
  tests: readonly string[],
  limitMs: number,
  changed: string | null,
): Promise<TestRun> {
  const beganMs = Date.now();
  const journeys = tests.filter((test) => test.startsWith('e2e/'));
  const others = tests.filter((test) => !test.startsWith('e2e/'));
  const left = (): number => Math.max(1, beganMs + limitMs - Date.now());
  // The nearest is named first, and mostly is enough.
  const parts = tests.length === 0 ? [[]] : [others.slice(0, 1), others.slice(1)].filter((some) => some.length > 0);
  let run = passed;
  for (const some of parts) {
    if (run.end === 'passed') run = await runVitest(checkout, { tests: some, changed }, left());
  }
  if (run.end === 'passed' && journeys.length > 0) run = await runJourneys(checkout, journeys, left);
  return { ...run, seconds: Math.round((Date.now() - beganMs) / 1_000) };
}

const passed: TestAnswer = { end: 'passed', failures: [] };

/** The process that runs the tests: one for many runs. */
let runner: ChildProcess | null = null;

async function runVitest(checkout: Checkout, order: TestOrder, limitMs: number): Promise<TestAnswer> {
  const child = runner ?? startRunner(checkout);
  runner = child;
  running.add(child.pid ?? 0);
  child.send(order);
  const ending = new AbortController();
  const { signal } = ending;
  const answer = once(child, 'message', { signal }).then(([message]) => message as TestAnswer);
  const broken = once(child, 'exit', { signal }).then((): TestAnswer => ({ end: 'broken', failures: [] }));
  const late = delay(limitMs, undefined, { signal }).then((): TestAnswer => ({ end: 'hung', failures: [] }));
  try {
    const first = await Promise.race([answer, broken, late]);
    if (first.end === 'hung') killGroup(child.pid);
    if (first.end === 'hung' || !child.connected) runner = null;
    return first;
  } finally {
    ending.abort();
    await Promise.allSettled([answer, broken, late]);
  }
}

const startRunner = (checkout: Checkout): ChildProcess =>
  fork(join(checkout.folder, 'tools', 'mutants', 'test-runner.ts'), {
    ...processOf(checkout),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Ends the process that runs the tests, and with it their database server. */
export async function endRunner(): Promise<void> {
  const child = runner;
  runner = null;
  if (!child?.connected) return;
  const end = once(child, 'exit');
  child.disconnect();
  await end;
}

async function runJourneys(checkout: Checkout, journeys: readonly string[], left: () => number): Promise<TestAnswer> {
  const built = await run(checkout, left(), ['vite', 'build', 'web', '--logLevel', 'error']);
  if (built !== 'passed') return { end: built, failures: ['the web app cannot be built'] };
  const end = await run(checkout, left(), [
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

const processOf = ({ folder }: Checkout) => ({
  cwd: folder,
  env: { ...process.env, PATH: [join(folder, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter) },
  detached: true,
});

/** Runs a program of the packages; past its limit the whole process group is killed. */
function run(
  checkout: Checkout,
  limitMs: number,
  [program = '', ...words]: readonly string[],
): Promise<TestRun['end']> {
  return new Promise((answer, refuse) => {
    const child = spawn(program, words, { ...processOf(checkout), stdio: 'ignore' });
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
  running.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
