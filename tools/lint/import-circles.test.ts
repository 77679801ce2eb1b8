import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** What a module imports of this repository, types and what it loads later too: the linter's own rule counts static values alone. */
function importsOf(file: string, text: string): string[] {
  const sources = text.matchAll(
    /^(?:import|export)\b[^'";]*?from '(?<from>[^']+)'|^import '(?<bare>[^']+)'|\bimport\('(?<later>[^']+)'\)/gm,
  );
  return [...sources].flatMap(({ groups: { from, bare, later } = {} }) => {
    const source = from ?? bare ?? later ?? '';
    if (source.startsWith('#')) return [source.slice(1)];
    return source.startsWith('.') ? [normalize(join(dirname(file), source))] : [];
  });
}

/** Circles of a graph, each as its members in order: strongly connected components of more than one module (Tarjan). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const places = new Map<string, { readonly index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const visit = (module: string) => {
    const place = { index: places.size, low: places.size, isOpen: true };
    places.set(module, place);
    open.push(module);
    for (const next of graph.get(module) ?? []) {
      const known = places.get(next);
      if (!known) place.low = Math.min(place.low, visit(next).low);
      else if (known.isOpen) place.low = Math.min(place.low, known.index);
    }
    if (place.low === place.index) {
      const circle = open.splice(open.indexOf(module));
      for (const member of circle) (places.get(member) as { isOpen: boolean }).isOpen = false;
      if (circle.length > 1) circles.push(circle.sort());
    }
    return place;
  };
  for (const module of graph.keys()) if (!places.has(module)) visit(module);
  return circles;
}

test('no modules import each other in a circle, not even for their types', () => {
  const files = globSync('{core,contract,server,web,tools,bench,e2e}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('node_modules') && !file.startsWith('web/dist'),
  );
  const graph = new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));
  expect([...graph.values()].flat().filter((file) => graph.has(file)).length).toBeGreaterThan(5_000);
  expect(circlesOf(graph)).toEqual([]);
});

test('a circle of types, or of what is loaded later, is found', () => {
  const texts = {
    'server/a.ts': "import type { B } from './deep/b.ts';\n",
    'server/deep/b.ts': "import pg from 'pg';\nexport type { C } from '#server/c.ts';\n",
    'server/c.ts': "import {\n  type A,\n} from './a.ts';\n",
    'server/d.ts': "import './a.ts';\n",
    'web/e.ts': "import type { F } from './f.ts';\n",
    'web/f.ts': "export const load = () => import('./e.ts');\n",
  };
  const graph = new Map(Object.entries(texts).map(([file, text]) => [file, importsOf(file, text)]));
  expect(circlesOf(graph)).toEqual([
    ['server/a.ts', 'server/c.ts', 'server/deep/b.ts'],
    ['web/e.ts', 'web/f.ts'],
  ]);
});
