/**
 * A Merkle tree over nodes of any kind. Nodes are paired from the left, and a level with an odd number of them is completed by one
 * empty node; what a node is made of, and how two become one, is the kind's.
 */
export interface TreeKind<Node> {
  /** The node above two others. May throw a RangeError for nodes that no tree has. */
  parent(left: Node, right: Node): Node;
  /** Completes a level with an odd number of nodes, and is the root of a tree without leaves. */
  readonly empty: Node;
}

/** What leads from a leaf to the root of its tree. */
export interface MerklePath<Node> {
  /** Place of the leaf, from 0. */
  readonly position: number;
  /** The neighbour on each level, from the leaf up. */
  readonly siblings: readonly Node[];
}

/** Levels above the leaves: 0 for no leaf or one. */
export function depthOf(leafCount: number): number {
  return leafCount < 2 ? 0 : Math.ceil(Math.log2(leafCount));
}

/**
 * The nodes, then each level above them, `depth` of them. A part of a larger tree is folded to the depth of the part, the last
 * part too, however few leaves it has: its empty nodes are those of the whole tree.
 */
export function levelsOf<Node>(
  { parent, empty }: TreeKind<Node>,
  nodes: readonly Node[],
  depth: number = depthOf(nodes.length),
): Node[][] {
  const levels: Node[][] = [nodes.length === 0 ? [empty] : [...nodes]];
  for (let height = 0; height < depth; height++) {
    const below = levels[height] ?? [];
    levels.push(
      Array.from({ length: Math.ceil(below.length / 2) }, (_, place) =>
        parent(below[place * 2] ?? empty, below[place * 2 + 1] ?? empty),
      ),
    );
  }
  return levels;
}

/** The one node on top of levels that were folded to their depth. */
export function topOf<Node>(levels: readonly (readonly Node[])[]): Node {
  const [top, second] = levels.at(-1) ?? [];
  if (!top || second) throw new RangeError('these levels do not end in one node');
  return top;
}

/** The path of the node at `position` of the lowest level. Throws a RangeError where there is none. */
export function pathOf<Node>(
  { empty }: TreeKind<Node>,
  levels: readonly (readonly Node[])[],
  position: number,
): MerklePath<Node> {
  if (levels[0]?.[position] === undefined) throw new RangeError(`there is no node ${position}`);
  const siblings = levels.slice(0, -1).map((level, height) => level[Math.floor(position / 2 ** height) ^ 1] ?? empty);
  return { position, siblings };
}

/** Whether the path's position and length fit a tree of `leafCount` leaves. */
export function fitsTree(path: MerklePath<unknown>, leafCount: number): boolean {
  const { position, siblings } = path;
  if (!Number.isSafeInteger(leafCount) || !Number.isSafeInteger(position)) return false;
  return position >= 0 && position < leafCount && siblings.length === depthOf(leafCount);
}

/** For each sibling of a path whether it is beyond the last of `leafCount` leaves: exactly these are the empty node. */
export function areBeyond({ position, siblings }: MerklePath<unknown>, leafCount: number): boolean[] {
  return siblings.map((_, height) => (Math.floor(position / 2 ** height) ^ 1) * 2 ** height >= leafCount);
}

/** The root that a path leads to from a leaf. Throws what `parent` throws. */
export function rootOfPath<Node>(
  { parent }: TreeKind<Node>,
  leaf: Node,
  { position, siblings }: MerklePath<Node>,
): Node {
  return siblings.reduce((node, sibling, height) => {
    const isRight = Math.floor(position / 2 ** height) % 2 === 1;
    return isRight ? parent(sibling, node) : parent(node, sibling);
  }, leaf);
}
