import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type Program, plantedBugs } from './planted-bugs.fixture.ts';
import { hasPython, programPath, runPython } from './python.fixture.ts';
import { publishedFor, vectorsFolder } from './vectors.ts';

/** What the planted bugs use. */
const helpers = `
from fractions import Fraction as exact
def in_one(values):
    total = 0.0
    for value in values:
        total = total + value
    return total
`;

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-bugs-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** How many mistakes each example has shown so far. */
const shown = new Map<string, number>();

const folder = fileURLToPath(vectorsFolder);
const examples = (program: Program) =>
  readdirSync(folder)
    .filter(
      (name) =>
        (name.startsWith(program) || (program === 'round' && name.startsWith('draws'))) &&
        name !== 'replay-days.v1.json',
    )
    .map((name) => join(folder, name))
    // A mistake that a small file shows need not be looked for in a large one; what has shown many shows the next one soonest.
    .sort((one, other) => (shown.get(other) ?? 0) - (shown.get(one) ?? 0) || statSync(one).size - statSync(other).size);

/** Whether a program finds an example not to match. Each is given to it alone, up to the first. */
async function fails(program: Program, source: string): Promise<boolean> {
  for (const name of ['verify_json.py', 'verify_plan.py', 'verify_replay.py'])
    copyFileSync(programPath(name), join(scratch, name));
  const path = join(scratch, `verify_${program}.py`);
  writeFileSync(path, source);
  const given = (example: string) => [example, ...(program === 'round' ? publishedFor(example) : [])];
  for (const example of examples(program)) {
    const { status } = await runPython(path, ...given(example));
    if (status === 0) continue;
    shown.set(example, (shown.get(example) ?? 0) + 1);
    return true;
  }
  return false;
}

describe.skipIf(!hasPython)('a program with a mistake (needs python3)', () => {
  const sourceOf = (program: string) => readFileSync(programPath(`verify_${program}.py`), 'utf8');

  test.each(plantedBugs)('is found by an example: %s', async (_what, program, right, wrong) => {
    const source = sourceOf(program);
    expect(source.split(right)).toHaveLength(2);
    const faulty = source.replace(right, wrong).replace(/\nimport sys\n/, `\nimport sys\n${helpers}`);
    expect(await fails(program, faulty)).toBe(true);
  });

  test('and the helpers of these bugs are none', async () => {
    for (const program of ['plan', 'quote', 'replay', 'round'] as const) {
      expect(await fails(program, sourceOf(program).replace(/\nimport sys\n/, `\nimport sys\n${helpers}`))).toBe(false);
    }
  });
});
