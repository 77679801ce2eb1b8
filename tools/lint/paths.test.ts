import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import { isForOperators } from '#contract/operation.ts';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const hookOf = (name: string): string => `use${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A feature's hooks: one file, or a folder where pages would load too much of it; those of operators belong to the console. */
function hooksOf({ feature, operation }: (typeof operations)[number]): string {
  if (isForOperators(operation)) return textOf(`web/operator/queries/${feature}.ts`);
  const folder = `web/features/${feature}`;
  const files = [`${folder}/queries.ts`, ...globSync(`${folder}/queries/*.ts`, { cwd: root })];
  return files.map(textOf).join('\n');
}

/** Calls without a hook of their feature: many pages of a list at once, and the captcha, which forms of every feature and of the console have. */
const calledWithoutHook: Readonly<Record<string, string>> = {
  getCaptcha: 'web/platform/captcha-work/use-captcha-work.ts',
  proveWork: 'web/platform/captcha-work/use-captcha-work.ts',
  listAccountRecords: 'web/features/proofs/own-records.ts',
};

/** Where a feature binds its operations: its file, and for a large one `routes.ts` beside it. */
const bindingOf = (feature: string): string => {
  const routes = `server/features/${feature}/routes.ts`;
  return existsSync(join(root, routes)) ? routes : `server/features/${feature}/${feature}-feature.ts`;
};

/** A feature's part of the contract: its file, and for a long one further files by subject beside it. */
function contractOf(feature: string): string {
  return globSync(`contract/${feature}{,-*}.ts`, { cwd: root }).map(textOf).join('\n');
}

const declarationOf = (hook: string): RegExp => new RegExp(`^export (function ${hook}[(<]|const ${hook} =)`, 'm');

/** What is missing of an operation's path on the three sides. */
function missing(named: (typeof operations)[number]): string[] {
  const { feature, name } = named;
  const hook = hookOf(name);
  const places: readonly (readonly [place: string, text: string, pattern: RegExp])[] = [
    [`contract/${feature}.ts`, contractOf(feature), new RegExp(`^export const ${name} = operation\\(`, 'm')],
    [
      `server/features/${feature}/${kebab(name)}.ts`,
      textOf(`server/features/${feature}/${kebab(name)}.ts`),
      new RegExp(`^export (async )?function ${name}\\(`, 'm'),
    ],
    [
      bindingOf(feature),
      textOf(bindingOf(feature)),
      new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./${kebab(name)}\\.ts';`, 'm'),
    ],
    calledWithoutHook[name]
      ? [calledWithoutHook[name], textOf(calledWithoutHook[name]), new RegExp(`\\b(call|useRead)\\(${name}\\b`)]
      : [
          `${isForOperators(named.operation) ? 'web/operator/queries' : 'web/features'}/${feature}#${hook}`,
          hooksOf(named),
          declarationOf(hook),
        ],
  ];
  return places.filter(([, text, pattern]) => !pattern.test(text)).map(([place]) => place);
}

test('every operation has one path on three sides: contract, server and web', () => {
  expect(operations.length).toBeGreaterThan(80);
  expect(operations.flatMap(missing)).toEqual([]);
});

const webTexts = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**', '**/*.test.*'] }).map(textOf);

/** Whether something beside its declaration names the hook. */
const isUsed = (hook: string): boolean =>
  webTexts.some((text) => new RegExp(`\\b${hook}\\b`).test(text.replace(declarationOf(hook), '')));

test('every hook has a user beside its declaration', () => {
  const hooks = operations
    .map(({ name }) => name)
    .filter((name) => !(name in calledWithoutHook))
    .map(hookOf);
  expect(hooks.filter((hook) => !isUsed(hook))).toEqual([]);
  expect(isUsed('useNobody')).toBe(false);
});

test('what a page invalidates is what a hook keeps', () => {
  const names = new Set(operations.map(({ name }) => name));
  const invalidated = webTexts.flatMap((text) =>
    [...text.matchAll(/\binvalidate\(\s*client,([^)]*)\)/g)].flatMap(([, list = '']) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter((one) => names.has(one)),
    ),
  );
  expect(invalidated.length).toBeGreaterThan(10);
  expect(invalidated.filter((name) => !webTexts.some((text) => declarationOf(hookOf(name)).test(text)))).toEqual([]);
});

test('an operation that is not where its name says is found missing', () => {
  const [operation] = operations;
  if (operation === undefined) throw new Error('there is no operation');
  expect(missing({ ...operation, feature: 'elsewhere' })).toHaveLength(4);
  expect(missing({ ...operation, name: 'somethingElse' })).toHaveLength(4);
});

test('no feature renames what it binds', () => {
  const files = [...new Set(operations.map(({ feature }) => feature))].map(bindingOf);
  expect(files.filter((file) => !/\bbindAll\('/.test(textOf(file)))).toEqual([]);
  const renaming = /^import (?!\* as contract from ')[^;]*\bas\b/m;
  expect(files.filter((file) => renaming.test(textOf(file)))).toEqual([]);
  expect(renaming.test("import { placePlan as place } from './place-plan.ts';")).toBe(true);
});

test('every operation that a file of the contract declares is in the api', () => {
  const files = globSync('contract/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const declared = files.flatMap((file) =>
    [...textOf(file).matchAll(/^export const (\w+) = operation\(/gm)].map(([, name]) => name),
  );
  expect(declared.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test('the keys of cached answers come from one place', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**'] }).filter(
    (file) => !/\.test\.tsx?$|read-key\.ts$/.test(file),
  );
  const byHand = /queryKey: \[|QueryData(<[^(]*>)?\(\[/;
  expect(files.filter((file) => byHand.test(textOf(file)))).toEqual([]);
  expect(byHand.test("client.setQueryData<Plan[]>(['listPlans'], plans)")).toBe(true);
});
