import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { add, noPoints, type Points, type Usdt } from '#core/money/amount.ts';
import { areBeyond, fitsTree, levelsOf, type MerklePath, rootOfPath, type TreeKind, topOf } from './merkle-tree.ts';

/**
 * A Merkle-sum tree over what is owed to members: every node commits to the sum of the balances below it, so that a root says
 * how much is owed in all, and no balance can be left out or made smaller for a member who looks, without the root changing.
 *
 * Each balance is split into two random parts. One half of the tree holds all first parts, the other all second parts, each half in
 * an order of its own: no node below the root has both parts of a balance, so that no neighbour can read one.
 *
 * Version 2 sums USDT, assistance points and promotion points, each by itself and each split by itself; version 1 has USDT alone.
 *
 * Leaf: SHA-256(mark, salt, sums of the part, account name in lower case as UTF-8). Node: SHA-256(mark, left hash, left sums, right hash,
 * right sums), its sums those of both. Empty node: SHA-256(mark), sums 0. Marks of leaf, node and empty node: 0x03, 0x04, 0x05, in
 * version 1 0x00, 0x01, 0x02. Each sum is 8 bytes, big-endian, from 0 to 2^63-1 micro-USDT or points. The root is the node over the
 * roots of both halves.
 */
export interface SumNode {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly sum: Usdt;
  /** Left out in version 1. */
  readonly points?: PointSums | undefined;
}

/** Balances of a member's accounts of points, or sums of such balances: whole points from 0. */
export interface PointSums {
  readonly assistance: Points;
  readonly promotion: Points;
}

/** 1: USDT alone. 2: both kinds of points as well. */
export type TreeVersion = 1 | 2;

/** The version of a tree by any of its nodes, parts or statements. */
export const versionOf = ({ points }: { readonly points?: object | undefined }): TreeVersion => (points ? 2 : 1);

/** One of the two parts of a member's balance. */
export interface BalancePart {
  /** 32 bytes that only the member learns: without it a leaf cannot be linked to a member. */
  readonly salt: Uint8Array;
  /** Micro-USDT, from 0. */
  readonly amount: Usdt;
  /** Left out in version 1. */
  readonly points?: PointSums | undefined;
}

/** The parts of one balance: that of the left half, then that of the right one. */
export type BothParts<Part> = readonly [Part, Part];

/** A part with the way to the root of its half. */
export interface PlacedPart extends BalancePart {
  readonly path: MerklePath<SumNode>;
}

/** What a member holds against a root. */
export interface OwnBalance {
  /** Account name; letter case makes no difference. */
  readonly username: string;
  readonly balance: Usdt;
  /** Left out in version 1. */
  readonly points?: PointSums | undefined;
  readonly parts: BothParts<PlacedPart>;
}

/** What was published. */
export interface BalanceRoot {
  readonly node: SumNode;
  /** Leaves of each half, empty ones not counted: it settles how long a path is. */
  readonly leafCount: number;
}

/** Largest sum that a node can hold: PostgreSQL's bigint. */
export const sumMax = 2n ** 63n - 1n;

const saltBytes = 32;
const hashBytes = 32;
const sumBytes = 8;

interface Format {
  readonly leafMark: number;
  readonly nodeMark: number;
  readonly emptyMark: number;
  /** Sums of a node. */
  readonly sums: number;
}

const formats: Readonly<Record<TreeVersion, Format>> = {
  1: { leafMark: 0, nodeMark: 1, emptyMark: 2, sums: 1 },
  2: { leafMark: 3, nodeMark: 4, emptyMark: 5, sums: 3 },
};

/** The first byte of what is hashed for a leaf and for a node. */
export const marksOf = (version: TreeVersion): Pick<Format, 'leafMark' | 'nodeMark'> => formats[version];

const emptyHash = (version: TreeVersion): Uint8Array => sha256(Uint8Array.of(formats[version].emptyMark));

/** Completes a level with an odd number of nodes. */
export const emptyNodes: Readonly<Record<TreeVersion, SumNode>> = {
  1: { hash: emptyHash(1), sum: 0n as Usdt },
  2: { hash: emptyHash(2), sum: 0n as Usdt, points: { assistance: noPoints, promotion: noPoints } },
};

/** The node of one part. Throws a RangeError for a salt that is not 32 bytes, and for an amount outside 0 to `sumMax`. */
export function leafNode(username: string, { salt, amount, points }: BalancePart): SumNode {
  if (salt.length !== saltBytes) throw new RangeError(`a salt has ${saltBytes} bytes, not ${salt.length}`);
  const owed = points ? { sum: amount, points } : { sum: amount };
  const mark = Uint8Array.of(formats[versionOf(owed)].leafMark);
  const name = utf8ToBytes(username.toLowerCase());
  return { hash: sha256(concatBytes(mark, salt, sumsToBytes(owed), name)), ...owed };
}

/** The node above two others. Throws a RangeError where a sum, or both together, is outside 0 to `sumMax`, and for nodes of two versions. */
export function parentNode(left: SumNode, right: SumNode): SumNode {
  requireHash(left);
  requireHash(right);
  const version = versionOf(left);
  if (versionOf(right) !== version) throw new RangeError('nodes of two versions have no parent');
  const mark = Uint8Array.of(formats[version].nodeMark);
  const content = concatBytes(mark, left.hash, sumsToBytes(left), right.hash, sumsToBytes(right));
  const together = sumOfBoth(left, right);
  sumsToBytes(together);
  return { hash: sha256(content), ...together };
}

type Sums = Pick<SumNode, 'sum' | 'points'>;

function sumOfBoth(left: Sums, right: Sums): Sums {
  const sum = add(left.sum, right.sum);
  return left.points && right.points ? { sum, points: addPoints(left.points, right.points) } : { sum };
}

/** Both kinds of points added up, each by itself. */
function addPoints(one: PointSums, other: PointSums): PointSums {
  return {
    assistance: add(one.assistance, other.assistance),
    promotion: add(one.promotion, other.promotion),
  };
}

/** The tree of balances, and any half of it, in each version. */
export const sumTrees: Readonly<Record<TreeVersion, TreeKind<SumNode>>> = {
  1: { parent: parentNode, empty: emptyNodes[1] },
  2: { parent: parentNode, empty: emptyNodes[2] },
};

/** The root over both halves, each folded to its own root. */
export function rootOver(halves: BothParts<readonly SumNode[]>, version: TreeVersion): SumNode {
  const tree = sumTrees[version];
  return parentNode(topOf(levelsOf(tree, halves[0])), topOf(levelsOf(tree, halves[1])));
}

/**
 * What is wrong with a proof; a valid one has no fault. `malformed`: a hash, salt or sum that no tree has. `path`: a position or length
 * that does not fit the tree's number of leaves, or an empty node in the wrong place. `parts`: their sums are not the balances.
 * `root`, `total`: the parts lead to another one, or to other sums.
 */
type ProofFault = 'malformed' | 'path' | 'parts' | 'root' | 'total';

/** The result of recomputing a root from both parts of a balance. */
export interface BalanceVerdict {
  readonly isIncluded: boolean;
  readonly faults: readonly ProofFault[];
  /** The root as recomputed from the parts; null where it cannot be. */
  readonly computed: SumNode | null;
}

/** Recomputes the root from both parts of a member's balances. Never throws for a bad proof. */
export function verifyBalance(
  { username, balance, points, parts }: OwnBalance,
  { node, leafCount }: BalanceRoot,
): BalanceVerdict {
  const version = versionOf(node);
  if (!parts.every(({ path }) => fitsTree(path, leafCount))) {
    return { isIncluded: false, faults: ['path'], computed: null };
  }
  let computed: SumNode;
  try {
    const halfOf = (part: PlacedPart): SumNode => rootOfPath(sumTrees[version], leafNode(username, part), part.path);
    computed = parentNode(halfOf(parts[0]), halfOf(parts[1]));
  } catch {
    return { isIncluded: false, faults: ['malformed'], computed: null };
  }
  const faults: ProofFault[] = [];
  if (!parts.every(({ path }) => isCompleted(path, leafCount, version))) faults.push('path');
  if (!areSame(partsTogether(parts), { sum: balance, points })) faults.push('parts');
  if (bytesToHex(computed.hash) !== bytesToHex(node.hash)) faults.push('root');
  if (!areSame(computed, node)) faults.push('total');
  return { isIncluded: faults.length === 0, faults, computed };
}

/** What both parts of a balance are together. */
export function partsTogether([left, right]: BothParts<BalancePart>): Sums {
  return sumOfBoth({ sum: left.amount, points: left.points }, { sum: right.amount, points: right.points });
}

function areSame(one: Sums, other: Sums): boolean {
  return (
    one.sum === other.sum &&
    one.points?.assistance === other.points?.assistance &&
    one.points?.promotion === other.points?.promotion
  );
}

/** Whether the empty node is exactly where a tree of `leafCount` leaves has it. */
function isCompleted(path: MerklePath<SumNode>, leafCount: number, version: TreeVersion): boolean {
  const beyond = areBeyond(path, leafCount);
  const empty = emptyNodes[version];
  return path.siblings.every((node, height) => {
    const isEmpty = areSame(node, empty) && bytesToHex(node.hash) === bytesToHex(empty.hash);
    return isEmpty === beyond[height];
  });
}

/** Bytes of one node where many are kept: its hash, then its sums. */
export const nodeBytesOf = (version: TreeVersion): number => hashBytes + formats[version].sums * sumBytes;

/** Nodes as stored: for each its hash (32 bytes), then its sums: USDT, and in version 2 assistance and promotion, 8 bytes each. */
export function nodesToBytes(nodes: readonly SumNode[]): Uint8Array {
  return concatBytes(...nodes.flatMap((node) => [node.hash, sumsToBytes(node)]));
}

/** Reads what `nodesToBytes` wrote. Throws a RangeError for bytes that are no whole nodes. */
export function nodesFromBytes(bytes: Uint8Array, version: TreeVersion): SumNode[] {
  const size = nodeBytesOf(version);
  if (bytes.length % size !== 0) throw new RangeError(`${bytes.length} bytes are no whole nodes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / size }, (_, place) => {
    const start = place * size;
    const sumAt = (which: number): bigint => view.getBigUint64(start + hashBytes + which * sumBytes);
    const hash = bytes.slice(start, start + hashBytes);
    const sum = sumAt(0) as Usdt;
    return version === 1
      ? { hash, sum }
      : { hash, sum, points: { assistance: sumAt(1) as Points, promotion: sumAt(2) as Points } };
  });
}

function sumsToBytes({ sum, points }: Sums): Uint8Array {
  if (!points) return sumToBytes(sum);
  return concatBytes(sumToBytes(sum), sumToBytes(points.assistance), sumToBytes(points.promotion));
}

function sumToBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum > sumMax) throw new RangeError(`${sum} is no sum of balances`);
  const bytes = new Uint8Array(sumBytes);
  new DataView(bytes.buffer).setBigUint64(0, sum);
  return bytes;
}

function requireHash({ hash }: SumNode): void {
  if (hash.length !== hashBytes) throw new RangeError(`a hash has ${hashBytes} bytes, not ${hash.length}`);
}
