import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '#contract/api.ts';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const hookOf = (name: string): string => `use${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A feature's hooks: one file, or a folder where pages would load too much of it. */
function hooksOf(feature: string): string {
  const folder = `web/features/${feature}`;
  const files = [`${folder}/queries.ts`, ...globSync(`${folder}/queries/*.ts`, { cwd: root })];
  return files.map(textOf).join('\n');
}

/** What is missing of an operation's path on the three sides. */
function missing({ feature, name }: (typeof operations)[number]): string[] {
  const hook = hookOf(name);
  const places: readonly (readonly [place: string, text: string, pattern: RegExp])[] = [
    [
      `contract/${feature}.ts`,
      textOf(`contract/${feature}.ts`),
      new RegExp(`^export const ${name} = operation\\(`, 'm'),
    ],
    [
      `server/features/${feature}/${kebab(name)}.ts`,
      textOf(`server/features/${feature}/${kebab(name)}.ts`),
      new RegExp(`^export (async )?function ${name}\\(`, 'm'),
    ],
    [
      `server/features/${feature}/routes.ts`,
      textOf(`server/features/${feature}/routes.ts`),
      new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./${kebab(name)}\\.ts';`, 'm'),
    ],
    [
      `web/features/${feature}/queries.ts#${hook}`,
      hooksOf(feature),
      new RegExp(`^export (function ${hook}[(<]|const ${hook} =)`, 'm'),
    ],
  ];
  return places.filter(([, text, pattern]) => !pattern.test(text)).map(([place]) => place);
}

test('every operation has one path on three sides: contract, server and web', () => {
  expect(operations.length).toBeGreaterThan(80);
  expect(operations.flatMap(missing)).toEqual([]);
});

test('an operation that is not where its name says is found missing', () => {
  const [operation] = operations;
  if (operation === undefined) throw new Error('there is no operation');
  expect(missing({ ...operation, feature: 'elsewhere' })).toHaveLength(4);
  expect(missing({ ...operation, name: 'somethingElse' })).toHaveLength(4);
});

test('no routes.ts renames what it binds', () => {
  const files = globSync('server/features/*/routes.ts', { cwd: root });
  expect(files).toHaveLength(new Set(operations.map(({ feature }) => feature)).size);
  const renaming = /^import (?!\* as contract from ')[^;]*\bas\b/m;
  expect(files.filter((file) => renaming.test(textOf(file)))).toEqual([]);
  expect(renaming.test("import { placePlan as place } from './place-plan.ts';")).toBe(true);
});

test('every file of the contract that declares operations is a feature of the api', () => {
  const declaring = globSync('contract/*.ts', { cwd: root }).filter((file) => /= operation\(\{/.test(textOf(file)));
  const features = new Set(operations.map(({ feature }) => `contract/${feature}.ts`));
  expect(declaring.filter((file) => !/\.test\.ts$/.test(file) && !features.has(file))).toEqual([]);
});

test('the keys of cached answers come from one place', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['web/dist/**'] }).filter(
    (file) => !/\.test\.tsx?$|read-key\.ts$/.test(file),
  );
  const byHand = /queryKey: \[|QueryData(<[^(]*>)?\(\[/;
  expect(files.filter((file) => byHand.test(textOf(file)))).toEqual([]);
  expect(byHand.test("client.setQueryData<Plan[]>(['listPlans'], plans)")).toBe(true);
});
