import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups, listed } from './chunk-groups.ts';

const top = join(import.meta.dirname, '../..');

/** The group that takes a module, by the bundler's rule; modules that only few pages share are left to it. */
function groupOf(module: string): string {
  const taking = chunkGroups.filter(({ test }) => (test instanceof RegExp ? test.test(module) : test(module)));
  return taking.toSorted((left, right) => right.priority - left.priority)[0]?.name ?? 'none';
}

test('every listed name is a file or a folder', () => {
  const missing = Object.values(listed)
    .flatMap((folders) => Object.entries(folders))
    .flatMap(([folder, files]) => files.map((file: string) => `${folder}/${file}${file.endsWith('/') ? '*' : '.*'}`))
    .filter((pattern) => globSync(pattern, { cwd: top }).length === 0);
  expect(missing).toEqual([]);
});

test('what is not listed is loaded by the pages that import it', () => {
  for (const module of ['ui/form/new-field.tsx', 'platform/api/use-news.ts', 'features/market/news.tsx']) {
    expect(groupOf(`${top}/web/${module}`)).toBe('shared');
  }
  expect(groupOf(`${top}/contract/news.ts`)).toBe('shared');
});

test('a component takes its styles with it, and no neighbour whose name begins like its own', () => {
  expect(groupOf(`${top}/web/ui/layout/card.tsx`)).toBe('base');
  expect(groupOf(`${top}/web/ui/layout/card.module.css`)).toBe('base');
  expect(groupOf(`${top}/web/ui/layout/cards.tsx`)).toBe('shared');
  expect(groupOf(`${top}/contract/identity.ts`)).toBe('forms');
});

/** The modules whose code a module needs at once: not types, nor what is loaded on demand. */
function importsOf(module: string): readonly string[] {
  const imports = readFileSync(module, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]*? from '([#.][^']+\.tsx?)';/gm,
  );
  return [...imports].map(([, from = '']) =>
    from.startsWith('#') ? join(top, from.slice(1)) : join(dirname(module), from),
  );
}

test('what every page loads needs nothing that is listed for some pages: it would be taken along', () => {
  const pages = ['forms', 'language', 'tabs', 'lists', 'stakes', 'rounds', 'proofs'];
  const modules = globSync('{web,contract,core}/**/*.{ts,tsx}', { cwd: top, exclude: ['**/*.test.*'] });
  const taken = modules
    .map((module) => join(top, module))
    .filter((module) => groupOf(module) === 'base' || groupOf(module) === 'boot')
    .flatMap((module) => importsOf(module).map((needed) => `${module} ${needed}`))
    .filter((line) => pages.includes(groupOf(line.split(' ')[1] ?? '')));
  expect(taken.map((line) => line.replaceAll(`${top}/`, ''))).toEqual([]);
});
