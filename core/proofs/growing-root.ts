import type { TreeKind } from './merkle-tree.ts';

/** The root of a tree whose leaves come one after another: of each level it keeps the one node that waits for its neighbour. */
export interface GrowingRoot<Node> {
  /** Throws what the kind's `parent` throws. */
  add(leaf: Node): void;
  /** The root of the leaves so far: what `topOf(levelsOf(kind, leaves))` is. */
  top(): Node;
}

/** The root of a tree without leaves. */
export function openRoot<Node>({ parent, empty }: TreeKind<Node>): GrowingRoot<Node> {
  /** By height, the left neighbour that waits; null where the level has an even number of nodes. */
  const waiting: (Node | null)[] = [];
  return {
    add(leaf) {
      let node = leaf;
      let height = 0;
      for (let left = waiting[0] ?? null; left !== null; left = waiting[height] ?? null) {
        waiting[height] = null;
        node = parent(left, node);
        height++;
      }
      waiting[height] = node;
    },
    top() {
      let last: Node | null = null;
      for (const [height, left] of waiting.entries()) {
        const isTop = height === waiting.length - 1;
        if (left !== null && last !== null) last = parent(left, last);
        else if (left !== null) last = isTop ? left : parent(left, empty);
        else if (last !== null) last = parent(last, empty);
      }
      return last ?? empty;
    },
  };
}
