import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups, listed } from './chunk-groups.ts';

const top = join(import.meta.dirname, '../..');

const ofGroup = ({ test }: (typeof chunkGroups)[number], module: string) =>
  test instanceof RegExp ? test.test(module) : test(module);

/** The groups in the order in which they take modules. */
const byPriority = chunkGroups.toSorted((left, right) => right.priority - left.priority);

/** The group that takes a module, by the bundler's rule; modules that only few pages share are left to it. */
const groupOf = (module: string): string => byPriority.find((group) => ofGroup(group, module))?.name ?? 'none';

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
  const pages = ['forms', 'language', 'tabs', 'lists', 'assets', 'stakes', 'rounds', 'proofs'];
  const modules = globSync('{web,contract,core}/**/*.{ts,tsx}', { cwd: top, exclude: ['**/*.test.*'] });
  const taken = modules
    .map((module) => join(top, module))
    .filter((module) => groupOf(module) === 'base' || groupOf(module) === 'boot')
    .flatMap((module) => importsOf(module).map((needed) => `${module} ${needed}`))
    .filter((line) => pages.includes(groupOf(line.split(' ')[1] ?? '')));
  expect(taken.map((line) => line.replaceAll(`${top}/`, ''))).toEqual([]);
});

/** A module with all that it needs at once. */
function neededBy(module: string): ReadonlySet<string> {
  const needed = new Set([module]);
  for (const one of needed) for (const next of importsOf(one)) needed.add(next);
  return needed;
}

/** The modules that the app starts with, and those it loads later. */
function startsOfApp(): ReadonlySet<string> {
  const exclude = ['web/{dist,operator,build,prerender,worker}/**', '**/*.{test,fixture}.*'];
  const started = globSync('web/**/*.{ts,tsx}', { cwd: top, exclude }).flatMap((path) => {
    const source = join(top, path);
    const imports = readFileSync(source, 'utf8').matchAll(/\bimport\('([#.][^']+)'\)/g);
    return [...imports].map(([, to = '']) => (to.startsWith('#') ? join(top, to.slice(1)) : join(dirname(source), to)));
  });
  return new Set([join(top, 'web/boot.ts'), ...started]);
}

/** The group of each module: one takes with its modules all that they need and no group before has taken. */
function groupsOfApp(): ReadonlyMap<string, string> {
  const sharers = new Map<string, number>();
  for (const start of startsOfApp()) {
    for (const module of neededBy(start)) sharers.set(module, (sharers.get(module) ?? 0) + 1);
  }
  const groups = new Map<string, string>();
  for (const group of byPriority) {
    const { name, minShareCount = 1 } = group;
    const own = [...sharers].filter(([module, count]) => count >= minShareCount && ofGroup(group, module));
    for (const module of own.filter(([module]) => !groups.has(module)).flatMap(([module]) => [...neededBy(module)])) {
      if (!groups.has(module)) groups.set(module, name);
    }
  }
  return groups;
}

test('a page that is opened first loads no file of further pages for one module in it', () => {
  const groups = groupsOfApp();
  const filesOf = (page: string): readonly string[] => {
    const needed = [...neededBy(join(top, `web/pages/${page}.tsx`))];
    const files = new Set(needed.flatMap((module) => groups.get(module) ?? []));
    // A file needs what any of its modules does, whichever page that is for.
    for (const file of files) {
      const own = [...groups].flatMap(([module, name]) => (name === file ? importsOf(module) : []));
      for (const module of own) files.add(groups.get(module) ?? file);
    }
    return [...files].sort();
  };
  expect(filesOf('login')).toEqual(['base', 'boot', 'forms', 'language']);
  expect(filesOf('home')).toEqual(['base', 'boot', 'forms', 'lists', 'tabs']);
  expect(filesOf('trading')).toEqual(['base', 'boot', 'tabs']);
  expect(filesOf('assets')).toEqual(['assets', 'base', 'boot', 'forms', 'language', 'lists', 'tabs']);
});
