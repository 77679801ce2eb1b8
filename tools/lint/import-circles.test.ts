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

const files = globSync('{core,contract,server,web,tools,bench,e2e}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.includes('node_modules') && !file.startsWith('web/dist'),
);
const imports = new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));

/** The rooms of a folder and what each takes of the others, tests aside: its folders, and each file beside them, by its whole name. */
function roomsOf(folder: string, graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const roomOf = (file: string) => (file.startsWith(folder) ? file.slice(folder.length).split('/')[0] : undefined);
  const rooms = new Map<string, string[]>();
  for (const [file, taken] of graph) {
    const room = roomOf(file);
    if (room === undefined || /\.(test|fixture)\.tsx?$/.test(file)) continue;
    const others = taken.flatMap((one) => roomOf(one) ?? []).filter((one) => one !== room);
    rooms.set(room, [...(rooms.get(room) ?? []), ...others]);
  }
  return rooms;
}

test('no modules import each other in a circle, not even for their types', () => {
  expect([...imports.values()].flat().filter((file) => imports.has(file)).length).toBeGreaterThan(5_000);
  expect(circlesOf(imports)).toEqual([]);
});

test.each(['', 'core/', 'server/', 'server/platform/', 'web/', 'web/platform/', 'web/ui/'])(
  'no rooms of /%s import each other in a circle',
  (folder) => {
    const rooms = roomsOf(folder, imports);
    expect(rooms.size).toBeGreaterThan(6);
    expect(circlesOf(rooms)).toEqual([]);
  },
);

test('a circle of rooms is found where no files are in one, and a file beside them is a room', () => {
  const graph = new Map([
    ['ui/form/captcha.tsx', ['ui/feedback/states.tsx']],
    ['ui/feedback/states.tsx', []],
    ['ui/feedback/note.tsx', ['ui/form/button.tsx', 'ui/words.ts', 'core/money.ts']],
    ['ui/feedback/note.test.tsx', ['ui/picture/icon.tsx']],
    ['ui/form/button.tsx', []],
    ['ui/words.ts', []],
    ['ui/picture/icon.tsx', ['ui/feedback/note.tsx']],
  ]);
  expect(circlesOf(roomsOf('ui/', graph))).toEqual([['feedback', 'form']]);
  graph.set('ui/words.ts', ['ui/form/button.tsx']).set('ui/form/captcha.tsx', ['ui/words.ts']);
  expect(circlesOf(roomsOf('ui/', graph))).toEqual([['form', 'words.ts']]);
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
