import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { endWithUsage, isCount } from '../usage.ts';
import { type Checkout, copyWorkingTree } from './checkout.ts';
import { mutants } from './list.ts';
import { type Mutant, plant } from './mutant.ts';
import { endRunner, killRuns, runTests } from './run-tests.ts';
import { sampleOf } from './sample.ts';
import { type Finding, rateOf, summaryOf } from './summary.ts';
import type { TestRun } from './test-order.ts';

const root = resolve(import.meta.dirname, '../..');
/** The share of planted bugs that the tests must catch. */
const rateMin = 0.95;

const usage =
  'npm run mutants -- [--room ROOM] [--file PATH] [--name TEXT] [--sample COUNT] [--minutes COUNT] [--all] [--journeys] [--skip-unchanged]';

const values = readValues();

function readValues() {
  try {
    const given = parseArgs({
      options: {
        room: { type: 'string', multiple: true },
        name: { type: 'string' },
        file: { type: 'string' },
        sample: { type: 'string' },
        all: { type: 'boolean', default: false },
        journeys: { type: 'boolean', default: false },
        'skip-unchanged': { type: 'boolean', default: false },
        minutes: { type: 'string', default: '5' },
      },
    }).values;
    if ([given.sample ?? '1', given.minutes].every(isCount)) return given;
  } catch {
    // Said below.
  }
  return endWithUsage(usage);
}

/**
 * Plants the bugs of the list one at a time, in a copy of the working tree, and says which of them the tests named there let pass.
 * `npm run mutants`, `-- --room ledger`, `-- --file core/money`, `-- --name rounding`; `--all` runs every test for those that pass the
 * named ones, `--journeys` adds the bugs that only a browser can notice, `--minutes 10` is the limit of one test run, `--sample 120` takes
 * so many, spread over the rooms. Tests that come to no end within the limit, or whose process ends, have not caught the bug.
 */
async function main(): Promise<void> {
  const fitting = mutants.filter(isChosen);
  // Without this the tests run first would be all there are.
  if (fitting.length === 0) endWithUsage(`${usage}\nno planted bug has that room, file and name`);
  const chosen = values.sample === undefined ? fitting : sampleOf(fitting, Number(values.sample));
  const checkout = copyWorkingTree(root);
  const giveUp = (): void => {
    killRuns();
    checkout.remove();
    process.exit(130);
  };
  process.once('SIGINT', giveUp).once('SIGTERM', giveUp);
  try {
    await requireUnchangedPass(checkout, chosen);
    const findings: Finding[] = [];
    for (const mutant of chosen) findings.push(await judge(checkout, mutant));
    process.stdout.write(`\n${summaryOf(findings)}\n`);
    process.exitCode = rateOf(findings) < rateMin ? 1 : 0;
  } finally {
    await endRunner();
    checkout.remove();
  }
}

function isChosen({ room, name, file, tests }: Mutant): boolean {
  if (!values.journeys && tests.every((test) => test.startsWith('e2e/'))) return false;
  return (
    (values.room === undefined || values.room.includes(room)) &&
    name.includes(values.name ?? '') &&
    file.startsWith(values.file ?? '')
  );
}

const limitMs = (): number => Number(values.minutes) * 60_000;

/** A test that fails without a bug says nothing of one. */
async function requireUnchangedPass(checkout: Checkout, chosen: readonly Mutant[]): Promise<void> {
  if (values['skip-unchanged']) return;
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const { end, failures, seconds } = await runTests(checkout, tests, 6 * limitMs(), null);
  process.stdout.write(`the tests named ${end} without a bug, ${seconds} s\n`);
  if (end !== 'passed') throw new Error(`the tests must pass first:\n${failures.join('\n')}`);
}

const verdicts: Record<TestRun['end'], Finding['verdict']> = {
  failed: 'caught',
  passed: 'survived',
  hung: 'hung',
  broken: 'broken',
};

const comments: Partial<Record<TestRun['end'], string>> = {
  hung: 'no end within the limit',
  broken: 'the process of the tests ended before them',
};

async function judge(checkout: Checkout, mutant: Mutant): Promise<Finding> {
  const path = join(checkout.folder, mutant.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, plant(mutant, text));
  try {
    let run = await runTests(checkout, mutant.tests, limitMs(), path);
    if (run.end === 'passed' && values.all) run = await runTests(checkout, [], 6 * limitMs(), path);
    const verdict = verdicts[run.end];
    const how = comments[run.end] ?? (run.failures[0] ?? '').slice(0, 200);
    process.stdout.write(`${verdict.padEnd(8)} ${mutant.room}: ${mutant.name} (${run.seconds} s) ${how}\n`);
    return { mutant, verdict };
  } finally {
    writeFileSync(path, text);
  }
}

await main();
