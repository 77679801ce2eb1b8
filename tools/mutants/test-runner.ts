import { relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { type TestAnswer, type TestOrder, textOfError } from './test-order.ts';

/** How long a test waits for what never comes: a planted bug often is just that. */
const patienceMs = 60_000;

/** Runs one order after the other with one Vitest and one database server: a short run is mostly their start. */
const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  testTimeout: patienceMs,
  hookTimeout: patienceMs,
  reporters: [{}],
});

let changedBefore: string | null = null;

process.on('message', async ({ tests, changed }: TestOrder) => {
  // The file of the run before is as it was again.
  for (const file of [changedBefore, changed]) if (file !== null) vitest.invalidateFile(file);
  changedBefore = changed;
  const specifications = await vitest.globTestSpecifications([...tests]);
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // What it answers with has the modules of earlier runs as well.
  const modules = specifications.flatMap(({ testModule }) => testModule ?? []);
  const failures = [...modules.flatMap(failuresOf), ...unhandledErrors.map(textOfError)];
  if (specifications.length === 0) failures.push('there are no such tests');
  const answer: TestAnswer = { end: failures.length === 0 ? 'passed' : 'failed', failures };
  process.send?.(answer);
});
process.once('disconnect', () => void vitest.exit());

function failuresOf(module: TestModule): string[] {
  const file = relative(process.cwd(), module.moduleId);
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${file} › ${test.fullName} › ${test.result().errors?.[0]?.message ?? ''}`,
  );
  const around = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  return [...tests, ...around.map(({ message }) => `${file} › ${message}`)];
}
