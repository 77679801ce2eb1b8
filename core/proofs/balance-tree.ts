import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Usdt } from '#core/money/amount.ts';

/**
 * A Merkle-sum tree over what is owed to members: every node commits to the sum of the balances below it, so that a root says
 * how much is owed in all, and no balance can be left out or made smaller for a member who looks, without the root changing.
 *
 * Leaf: SHA-256(0x00, salt, balance, account name in lower case as UTF-8). Node: SHA-256(0x01, left hash, left sum, right hash,
 * right sum), its sum that of both. Sums are 8 bytes, big-endian, from 0 to 2^63-1 micro-USDT. A level with an odd number of
 * nodes is completed by one empty node: SHA-256(0x02), sum 0.
 */
export interface SumNode {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly sum: Usdt;
}

/** One member's place in the tree. */
export interface BalanceLeaf {
  /** 32 bytes that only the member learns: without it a leaf cannot be linked to a member. */
  readonly salt: Uint8Array;
  /** Account name; letter case makes no difference. */
  readonly username: string;
  readonly balance: Usdt;
}

/** What leads from a leaf to its root. */
export interface BalancePath {
  /** Place of the leaf, from 0. */
  readonly position: number;
  /** The neighbour on each level, from the leaf up. */
  readonly siblings: readonly SumNode[];
}

/** What was published. */
export interface BalanceRoot {
  readonly node: SumNode;
  /** Leaves of the tree, empty ones not counted: it settles how long a path is. */
  readonly leafCount: number;
}

/** Largest sum that a node can hold: PostgreSQL's bigint. */
export const sumMax = 2n ** 63n - 1n;

const saltBytes = 32;
const hashBytes = 32;
const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

/** Completes a level with an odd number of nodes. */
export const emptyNode: SumNode = { hash: sha256(Uint8Array.of(2)), sum: 0n as Usdt };

/** The node of one member. Throws a RangeError for a salt that is not 32 bytes, and for a balance outside 0 to `sumMax`. */
export function leafNode({ salt, username, balance }: BalanceLeaf): SumNode {
  if (salt.length !== saltBytes) throw new RangeError(`a salt has ${saltBytes} bytes, not ${salt.length}`);
  const name = utf8ToBytes(username.toLowerCase());
  return { hash: sha256(concatBytes(leafMark, salt, sumToBytes(balance), name)), sum: balance };
}

/** The node above two others. Throws a RangeError where a sum, or both together, is outside 0 to `sumMax`. */
export function parentNode(left: SumNode, right: SumNode): SumNode {
  requireHash(left);
  requireHash(right);
  const sum = (left.sum + right.sum) as Usdt;
  const content = concatBytes(nodeMark, left.hash, sumToBytes(left.sum), right.hash, sumToBytes(right.sum));
  sumToBytes(sum);
  return { hash: sha256(content), sum };
}

/** Levels above the leaves: 0 for no leaf or one. */
export function depthOf(leafCount: number): number {
  return leafCount < 2 ? 0 : Math.ceil(Math.log2(leafCount));
}

/**
 * The nodes, then each level above them, `depth` of them. A part of a larger tree is folded to the depth of the part, the last
 * part too, however few leaves it has: its empty nodes are those of the whole tree.
 */
export function levelsOf(nodes: readonly SumNode[], depth: number = depthOf(nodes.length)): SumNode[][] {
  const levels: SumNode[][] = [nodes.length === 0 ? [emptyNode] : [...nodes]];
  for (let height = 0; height < depth; height++) {
    const below = levels[height] ?? [];
    levels.push(
      Array.from({ length: Math.ceil(below.length / 2) }, (_, place) =>
        parentNode(below[place * 2] ?? emptyNode, below[place * 2 + 1] ?? emptyNode),
      ),
    );
  }
  return levels;
}

/** The one node on top of levels that were folded to their depth. */
export function topOf(levels: readonly (readonly SumNode[])[]): SumNode {
  const [top, second] = levels.at(-1) ?? [];
  if (!top || second) throw new RangeError('these levels do not end in one node');
  return top;
}

/** Neighbours of the node at `position` of the lowest level, from there up to below the top. */
export function siblingsOf(levels: readonly (readonly SumNode[])[], position: number): SumNode[] {
  if (levels[0]?.[position] === undefined) throw new RangeError(`there is no node ${position}`);
  return levels.slice(0, -1).map((level, height) => level[Math.floor(position / 2 ** height) ^ 1] ?? emptyNode);
}

/** The faults of a proof; a valid one has none. */
export type ProofFault = 'malformed' | 'pathLength' | 'root' | 'total';

/** The result of recomputing a root from a leaf. */
export interface BalanceVerdict {
  readonly isIncluded: boolean;
  readonly faults: readonly ProofFault[];
  /** The root as recomputed from the leaf; null where it cannot be. */
  readonly computed: SumNode | null;
}

/** Recomputes the root from a member's own leaf. Never throws for a bad proof. */
export function verifyBalance(leaf: BalanceLeaf, path: BalancePath, root: BalanceRoot): BalanceVerdict {
  const { position, siblings } = path;
  const { leafCount } = root;
  const hasPlace = Number.isSafeInteger(leafCount) && Number.isSafeInteger(position) && position >= 0;
  if (!hasPlace || position >= leafCount || siblings.length !== depthOf(leafCount)) {
    return { isIncluded: false, faults: ['pathLength'], computed: null };
  }
  let computed: SumNode;
  try {
    computed = siblings.reduce((node, sibling, height) => {
      const isRight = Math.floor(position / 2 ** height) % 2 === 1;
      return isRight ? parentNode(sibling, node) : parentNode(node, sibling);
    }, leafNode(leaf));
  } catch {
    return { isIncluded: false, faults: ['malformed'], computed: null };
  }
  const faults: ProofFault[] = [];
  if (bytesToHex(computed.hash) !== bytesToHex(root.node.hash)) faults.push('root');
  if (computed.sum !== root.node.sum) faults.push('total');
  return { isIncluded: faults.length === 0, faults, computed };
}

/** Bytes of one node where many are kept: its hash, then its sum. */
export const nodeBytes = hashBytes + 8;

/** Nodes as stored: for each its hash (32 bytes), then its sum as `sumToBytes` writes it. */
export function nodesToBytes(nodes: readonly SumNode[]): Uint8Array {
  return concatBytes(...nodes.flatMap(({ hash, sum }) => [hash, sumToBytes(sum)]));
}

/** Reads what `nodesToBytes` wrote. Throws a RangeError for bytes that are no whole nodes. */
export function nodesFromBytes(bytes: Uint8Array): SumNode[] {
  if (bytes.length % nodeBytes !== 0) throw new RangeError(`${bytes.length} bytes are no whole nodes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / nodeBytes }, (_, place) => {
    const start = place * nodeBytes;
    return {
      hash: bytes.slice(start, start + hashBytes),
      sum: view.getBigUint64(start + hashBytes) as Usdt,
    };
  });
}

function sumToBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum > sumMax) throw new RangeError(`${sum} is no sum of balances`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, sum);
  return bytes;
}

function requireHash({ hash }: SumNode): void {
  if (hash.length !== hashBytes) throw new RangeError(`a hash has ${hashBytes} bytes, not ${hash.length}`);
}
