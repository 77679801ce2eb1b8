import { expect, test } from 'vitest';
import { openRoot } from './growing-root.ts';
import { levelsOf, type TreeKind, topOf } from './merkle-tree.ts';

/** Nodes that say what they are made of. */
const written: TreeKind<string> = { parent: (left, right) => `(${left}${right})`, empty: '-' };

test('a root that grows leaf by leaf is that of the whole tree, after every leaf', () => {
  const root = openRoot(written);
  expect(root.top()).toBe('-');
  const leaves: string[] = [];
  for (let leaf = 0; leaf < 70; leaf++) {
    root.add(String(leaf));
    leaves.push(String(leaf));
    expect(root.top()).toBe(topOf(levelsOf(written, leaves)));
  }
});
