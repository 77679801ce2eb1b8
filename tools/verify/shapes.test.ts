import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { hasPython, programPath, pythonPath, runPython } from './python.fixture.ts';
import { publishedFor, vectorsFolder } from './vectors.ts';

type Path = readonly (string | number)[];

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-shapes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const vector = (name: string) => readFileSync(new URL(name, vectorsFolder), 'utf8');

/** Gives each content, as if it were a file, to `main` of a program, in one process, and answers with what it says and its status or exception. */
const driver = `
import contextlib, importlib, io, json, sys
folder, program, given, path, *others = sys.argv[1:]
sys.path.insert(0, folder)
main = importlib.import_module(program).main
sys.modules["verify_json"].open = lambda name, mode: io.BytesIO(content.encode("utf-8")) if name == path else open(name, mode)
answers = []
for content in json.load(open(given, encoding="utf-8")):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            status = main([path, *others])
        except Exception as error:
            status = f"{type(error).__name__}: {error}"
    answers.append({"status": status, "said": said.getvalue()})
print(json.dumps(answers))
`;

interface Answer {
  readonly status: number | string;
  readonly said: string;
}

async function answersOf(program: string, contents: readonly string[], ...others: string[]): Promise<Answer[]> {
  const given = join(scratch, 'contents.json');
  writeFileSync(given, JSON.stringify(contents));
  const path = join(scratch, 'driver.py');
  writeFileSync(path, driver);
  const words = [fileURLToPath(vectorsFolder), program, given, join(scratch, 'given.json'), ...others];
  const { stdout, stderr } = await runPython(path, ...words);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** Every field of a file; of a list the first and the last. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value)
    ? [...value.entries()].filter(([place]) => place === 0 || place === value.length - 1)
    : Object.entries(value);
  return [path, ...entries.flatMap(([name, one]) => pathsIn(one, [...path, name]))];
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce((inside, part) => (inside as Record<string | number, unknown>)[part], value);

function replaced(value: unknown, [part, ...rest]: Path, after: unknown): unknown {
  if (part === undefined) return after;
  const inside = replaced((value as Record<string | number, unknown>)[part], rest, after);
  return Array.isArray(value) ? value.with(Number(part), inside) : { ...(value as object), [part]: inside };
}

const fieldOf = (path: Path) =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

const files: readonly (readonly [program: string, file: string, content: unknown])[] = [
  ['verify_plan', 'plan-trend-1', JSON.parse(vector('plan-trend-1.v1.json'))],
  ['verify_plan', 'plan-replay', JSON.parse(vector('plan-replay.v1.json'))],
  ['verify_plan', 'the void plan whose market is gone', JSON.parse(vector('unchecked.v1.json'))[0]],
  ['verify_quote', 'the worked quote of the fewest starts', JSON.parse(vector('quote.v1.json'))[5]],
  ['verify_replay', 'replay', JSON.parse(vector('replay.v1.json'))],
  ['verify_round', 'round', JSON.parse(vector('round.v1.json'))],
  ['verify_round', 'round-drand', JSON.parse(vector('round-drand.v1.json'))],
  ['verify_round', 'round-void', JSON.parse(vector('round-void.v1.json'))],
  ['verify_round', 'round-blocks', JSON.parse(vector('round-blocks.v1.json'))],
  ['verify_round', 'draws', JSON.parse(vector('draws.v1.json'))],
  ['verify_tree', 'balance-tree.v1', JSON.parse(vector('balance-tree.v1.json'))],
  ['verify_tree', 'balance-tree.v3', JSON.parse(vector('balance-tree.v3.json'))],
];

/** The exit status of `verify_plan.py` for what nobody can check by a proof. */
const uncheckable = 3;

/** What no field may hold, or hardly any. */
const wrong: readonly string[] = [
  'null',
  'true',
  '[]',
  '[[]]',
  '{"surplus":1}',
  '"none\\nof it"',
  '-1',
  '0.5',
  '1e300',
];

describe.skipIf(!hasPython)('the files of the programs in Python (needs python3)', () => {
  test.each(files)('a field that no file has is refused by its name: %s, %s', async (program, _file, content) => {
    const holders = pathsIn(content).filter((path) => {
      const holder = at(content, path);
      return typeof holder === 'object' && holder !== null && !Array.isArray(holder);
    });
    const contents = holders.map((path) =>
      JSON.stringify(replaced(content, path, { ...(at(content, path) as object), surplus: 1 })),
    );
    const answers = await answersOf(program, [JSON.stringify(content), ...contents]);
    expect([0, uncheckable]).toContain(answers.shift()?.status);
    const missed = answers.flatMap(({ status, said }, place) => {
      const field = fieldOf([...(holders[place] ?? []), 'surplus']);
      return ![0, uncheckable].includes(status as number) && said.includes(`${field}: no such field`)
        ? []
        : [`${field}: ${status} ${said}`];
    });
    expect(missed).toEqual([]);
  });

  test.each(files)(
    'no value that a field may not have is more than refused: %s, %s',
    async (program, _file, content) => {
      const changes = pathsIn(content).flatMap((path) => wrong.map((value) => [path, value] as const));
      const contents = changes.map(([path, value]) => JSON.stringify(replaced(content, path, JSON.parse(value))));
      const answers = await answersOf(program, contents);
      const missed = answers.flatMap(({ status, said }, place) => {
        const [path, value] = changes[place] ?? [[], ''];
        return [0, 1, 2, uncheckable].includes(status as number) && !/^of it/m.test(said)
          ? []
          : [`${fieldOf(path)} ${value}: ${status} ${said}`];
      });
      expect(missed).toEqual([]);
    },
  );

  test('times between two milliseconds in a proof are refused by the program that plays the replay', async () => {
    const proof = JSON.parse(vector('plan-replay.v1.json'));
    const contents = [0, -1].map((place) => {
      const row = proof.candles.at(place);
      return JSON.stringify({ ...proof, candles: proof.candles.with(place, [row[0] + 0.5, ...row.slice(1)]) });
    });
    const days = fileURLToPath(new URL('replay-days.v1.json', vectorsFolder));
    for (const answer of await answersOf('verify_replay', contents, days)) expect(answer).toMatchObject({ status: 1 });
  });

  test('a transcript is read up to 200 MB: that of a day with many orders, and of many entries', async () => {
    const path = join(scratch, 'padded.json');
    writeFileSync(path, vector('round.v1.json') + ' '.repeat(21_000_000));
    const read = () => runPython(programPath('verify_round.py'), path, ...publishedFor('round'));
    expect(await read()).toMatchObject({ status: 0 });
    truncateSync(path, 200_000_001);
    expect(await read()).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('more than 200000000 bytes'),
    });
  });

  test('what the server answers is read whole, and nothing is taken for such an answer that holds more', async () => {
    const proof = JSON.parse(vector('plan-trend-1.v1.json'));
    const lied = { ...proof, amount: '1.000000' };
    const given = [
      { status: true, info: '', url: proof },
      { status: true, info: '', url: lied },
      { ...lied, url: proof },
    ];
    const contents = given.map((one) => JSON.stringify(one));
    expect((await answersOf('verify_plan', contents)).map(({ status }) => status)).toEqual([0, 1, 1]);
    const tree = JSON.parse(vector('balance-proof.v3.json'));
    const trees = [tree, { ...tree, published: tree.url.published }].map((one) => JSON.stringify(one));
    expect((await answersOf('verify_tree', trees, 'Member0001')).map(({ status }) => status)).toEqual([0, 2]);
  });

  test('half of a character is refused, and a whole one that is written as two halves is not', async () => {
    const proof = JSON.parse(vector('plan-trend-1.v1.json'));
    const named = (plan: string) => JSON.stringify({ ...proof, plan: 'HERE' }).replace('HERE', plan);
    const [half, whole] = await answersOf('verify_plan', [named('\\ud83d'), named('\\ud83d\\ude00')]);
    expect(half).toMatchObject({ status: 2, said: expect.stringContaining('half of a character') });
    expect(whole).toMatchObject({ status: 0 });
  });

  const rules = globSync('server/features/content/texts/rule/*/*.md', { cwd: join(import.meta.dirname, '../..') });
  const pages = rules.flatMap((path) => {
    const page = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
    const [, program = '', beside = ''] =
      /^\| python3 (verify_\w+\.py) \S+(?: NAME| \[PUBLISHED\].*?)?(?: {2,}(.*verify_\w+\.py.*))?$/m.exec(page) ?? [];
    return program === '' ? [] : [{ path, page, program, beside: beside.match(/verify_\w+\.py/g) ?? [] }];
  });

  test('every page offers its program and what reads its files, and names the same files beside it in all languages', () => {
    expect(pages).toHaveLength(6 * 6);
    for (const { path, page, program, beside } of pages) {
      expect(page, path).toContain(`\n=> /verify/${program} `);
      expect(page, path).toContain('\n=> /verify/verify_json.py ');
      const sameProgram = pages.filter((one) => one.program === program);
      for (const one of sameProgram) expect(one.beside, one.path).toEqual(beside);
    }
  });

  test.each(pages.filter(({ path }) => path.endsWith('en.md')))(
    'with nothing but the files that its page names beside it, $program verifies the examples of the page',
    async ({ page, program, beside }) => {
      const alone = mkdtempSync(join(scratch, 'alone-'));
      for (const name of [program, ...beside]) copyFileSync(programPath(name), join(alone, name));
      const steps = ['fairness.v1.json', 'replay-days.v1.json', 'unchecked-status.v1.json'];
      const isOfRounds = program === 'verify_round.py';
      const inputs = isOfRounds ? publishedFor('round-unlisted').map((path) => basename(path)) : [];
      const examples = [...page.matchAll(/^=> \/verify\/(\S+\.json) /gm)].map(([, name = '']) => name);
      const verified = examples.filter((name) => !steps.includes(name) && !inputs.includes(name));
      expect(verified.length).toBeGreaterThan(program === 'verify_weight.py' ? 0 : 1);
      for (const name of verified) {
        const words = [
          fileURLToPath(new URL(name, vectorsFolder)),
          ...(isOfRounds ? publishedFor(name) : []),
          ...(name.startsWith('balance-proof') ? ['Member0001'] : []),
        ];
        const path = join(alone, program);
        // The first as members call it.
        const { status, stderr } =
          name === verified[0]
            ? spawnSync(pythonPath, ['-I', path, ...words], { encoding: 'utf8' })
            : await runPython(path, ...words);
        expect({ status, stderr }, name).toEqual({
          status: name.startsWith('unchecked') ? uncheckable : 0,
          stderr: '',
        });
      }
    },
  );
});
