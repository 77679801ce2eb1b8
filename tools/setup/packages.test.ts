import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const root = resolve(import.meta.dirname, '../..');
const { dependencies, devDependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** What runs on a machine that only ever ran `npm start`: the product, its build, and the operator's tools. */
const sources = globSync('{core,contract,server,web,tools/{setup,operator,backup}}/**/*.{ts,tsx,js}', {
  cwd: root,
}).filter((file) => !/\.(test|fixture)\.tsx?$|(^|\/)dist\/|^server\/test\/|test-database\.ts$/.test(file));

/** The packages that a source loads; types alone are not loaded. */
function packagesOf(text: string): string[] {
  const loaded =
    /^(?:import|export) (?!type )[^;(]*?from '([^'.#][^']*)'|^import '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm;
  return [...text.matchAll(loaded)].flatMap(([, from, bare, later]) => {
    const [scope = '', name] = (from ?? bare ?? later ?? '').split('/');
    const found = scope.startsWith('@') ? `${scope}/${name}` : scope;
    return found.startsWith('node:') || found.startsWith('virtual:') ? [] : [found];
  });
}

test('what npm start runs needs no package that only tests and benches have', () => {
  const needed = new Map(
    sources.flatMap((file) => packagesOf(readFileSync(join(root, file), 'utf8')).map((name) => [name, file] as const)),
  );
  expect(needed.size).toBeGreaterThan(25);
  expect([...needed].filter(([name]) => !Object.hasOwn(dependencies, name))).toEqual([]);
});

test('a package is for all or for tests, and an import of a type alone needs none', () => {
  expect(Object.keys(devDependencies).filter((name) => Object.hasOwn(dependencies, name))).toEqual([]);
  expect(packagesOf("import type { A } from 'x';\nimport { b } from '@y/z/part';\nimport 'css';")).toEqual([
    '@y/z',
    'css',
  ]);
  expect(packagesOf("const { c } = await import('later');\nimport d from './d.ts';")).toEqual(['later']);
  expect(
    packagesOf("export const rows = () => sql`select from session where outcome is distinct from 'expired'`;"),
  ).toEqual([]);
});
