import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Counts, countBrowserReport, countTestReport, filesForSecondTry, passedAtSecondTry } from './reports.ts';
import { runStep } from './step.ts';

const root = resolve(import.meta.dirname, '../..');
const reports = mkdtempSync(join(tmpdir(), 'clearlot-reports-'));
const unitReport = join(reports, 'tests.json');
const journeyReport = join(reports, 'journeys.json');
/** Databases and profiles of the journeys' servers and browsers: removed with the reports. PostgreSQL, which never runs as root, must enter. */
const journeyFiles = join(reports, 'journeys');
chmodSync(reports, 0o711);
mkdirSync(journeyFiles);
/** Ends a run that hangs: several times what a slow machine needs. No step has a limit of its own, which a loaded machine could meet first. */
const endsAtMs = Date.now() + 120 * 60_000;

/** Many checks start programs of ours: what was compiled for one is there for the next. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

interface Step {
  readonly title: string;
  /** A program among the packages, or a file of ours, with its arguments. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Counts what a runner reported; without it the step itself is one check. */
  readonly count?: () => Counts | null;
  /** What to run once more after a failure, for a runner that does not try again by itself: null where that could not help. */
  readonly secondTry?: () => readonly string[] | null;
}

const hasJourneys =
  existsSync(join(root, 'e2e')) && readdirSync(join(root, 'e2e')).some((name) => /\.(test|spec)\.ts$/.test(name));

const steps: readonly Step[] = [
  { title: 'Types', command: ['tsc', '-b'] },
  { title: 'Format and lint', command: ['biome', 'check', '--error-on-warnings'] },
  {
    title: 'Unit, property and integration tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    count: () => countTestReport(unitReport),
    secondTry() {
      const files = filesForSecondTry(unitReport);
      return files.length === 0 ? null : ['vitest', 'run', ...files];
    },
  },
  { title: 'Web app', command: ['node', 'tools/setup/setup.js'] },
  ...(hasJourneys
    ? [
        {
          title: 'Journeys in a browser',
          command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
          environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport, TMPDIR: journeyFiles },
          count: () => countBrowserReport(journeyReport),
        },
      ]
    : []),
];

const nothing: Counts = { passed: 0, failed: 0, skipped: [], failures: [], flaky: [] };

/** Runs every check in sequence, even after failures, and ends with the totals. */
async function main(): Promise<void> {
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  for (const step of steps) {
    process.stdout.write(`\n== ${step.title}\n`);
    const run = (command: readonly string[]) => runStep(root, command, endsAtMs, { ...compiled, ...step.environment });
    const { isFine, reason, seconds } = await run(step.command);
    const first = step.count?.() ?? { ...nothing, passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 };
    const again = isFine ? null : (step.secondTry?.() ?? null);
    const isFineAgain = again !== null && (await run(again)).isFine;
    const counts = isFineAgain ? passedAtSecondTry(first) : first;
    // A runner that exits with an error but reports no failure has failed.
    const failed = !isFine && !isFineAgain && counts.failed === 0 ? 1 : counts.failed;
    total.passed += counts.passed;
    total.failed += failed;
    if (failed > 0) {
      failures.push(`${step.title}: ${failed} failed${reason === null ? '' : ` (${reason})`}`);
      failures.push(...counts.failures.map((failure) => `  ${failure}`));
    }
    process.stdout.write(`== ${step.title}: ${counts.passed} passed, ${failed} failed, ${seconds} s\n`);
    for (const flaky of counts.flaky) process.stdout.write(`== ${step.title}: passed at the second try: ${flaky}\n`);
    for (const skipped of counts.skipped) process.stdout.write(`== ${step.title}: ${skipped}\n`);
  }
  try {
    rmSync(reports, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch (error) {
    // A database that a killed journey left behind may write still: the totals are said all the same.
    process.stdout.write(`== ${reports} was not removed: ${error}\n`);
  }
  for (const failure of failures) process.stdout.write(`\n${failure}`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await main();
