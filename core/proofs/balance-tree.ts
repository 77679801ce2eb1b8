import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Usdt } from '#core/money/amount.ts';
import { areBeyond, fitsTree, levelsOf, type MerklePath, rootOfPath, type TreeKind, topOf } from './merkle-tree.ts';

/**
 * A Merkle-sum tree over what is owed to members: every node commits to the sum of the balances below it, so that a root says
 * how much is owed in all, and no balance can be left out or made smaller for a member who looks, without the root changing.
 *
 * Each balance is split into two random parts. One half of the tree holds all first parts, the other all second parts, each half in
 * an order of its own: no node below the root has both parts of a balance, so that no neighbour can read one.
 *
 * Leaf: SHA-256(0x00, salt, part, account name in lower case as UTF-8). Node: SHA-256(0x01, left hash, left sum, right hash,
 * right sum), its sum that of both. Sums are 8 bytes, big-endian, from 0 to 2^63-1 micro-USDT. Empty node: SHA-256(0x02), sum 0.
 * The root is the node over the roots of both halves.
 */
export interface SumNode {
  /** 32 bytes. */
  readonly hash: Uint8Array;
  readonly sum: Usdt;
}

/** One of the two parts of a member's balance. */
export interface BalancePart {
  /** 32 bytes that only the member learns: without it a leaf cannot be linked to a member. */
  readonly salt: Uint8Array;
  /** Micro-USDT, from 0. */
  readonly amount: Usdt;
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
const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

/** Completes a level with an odd number of nodes. */
export const emptyNode: SumNode = { hash: sha256(Uint8Array.of(2)), sum: 0n as Usdt };

/** The node of one part. Throws a RangeError for a salt that is not 32 bytes, and for an amount outside 0 to `sumMax`. */
export function leafNode(username: string, { salt, amount }: BalancePart): SumNode {
  if (salt.length !== saltBytes) throw new RangeError(`a salt has ${saltBytes} bytes, not ${salt.length}`);
  const name = utf8ToBytes(username.toLowerCase());
  return { hash: sha256(concatBytes(leafMark, salt, sumToBytes(amount), name)), sum: amount };
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

/** The tree of balances, and of any half of it. */
export const sumTree: TreeKind<SumNode> = { parent: parentNode, empty: emptyNode };

/** The root over both halves, each folded to its own root. */
export function rootOver(halves: BothParts<readonly SumNode[]>): SumNode {
  return parentNode(topOf(levelsOf(sumTree, halves[0])), topOf(levelsOf(sumTree, halves[1])));
}

/**
 * What is wrong with a proof; a valid one has no fault. `malformed`: a hash, salt or sum that no tree has. `path`: a place or length that
 * a tree of so many leaves has not, or an empty node elsewhere than there. `parts`: they are not the balance
 * together. `root`, `total`: the parts lead to another one.
 */
export type ProofFault = 'malformed' | 'path' | 'parts' | 'root' | 'total';

/** The result of recomputing a root from both parts of a balance. */
export interface BalanceVerdict {
  readonly isIncluded: boolean;
  readonly faults: readonly ProofFault[];
  /** The root as recomputed from the parts; null where it cannot be. */
  readonly computed: SumNode | null;
}

/** Recomputes the root from both parts of a member's balance. Never throws for a bad proof. */
export function verifyBalance({ username, balance, parts }: OwnBalance, root: BalanceRoot): BalanceVerdict {
  const { leafCount } = root;
  if (!parts.every(({ path }) => fitsTree(path, leafCount))) {
    return { isIncluded: false, faults: ['path'], computed: null };
  }
  let computed: SumNode;
  try {
    const halfOf = (part: PlacedPart): SumNode => rootOfPath(sumTree, leafNode(username, part), part.path);
    computed = parentNode(halfOf(parts[0]), halfOf(parts[1]));
  } catch {
    return { isIncluded: false, faults: ['malformed'], computed: null };
  }
  const faults: ProofFault[] = [];
  if (!parts.every(({ path }) => isCompleted(path, leafCount))) faults.push('path');
  if (parts[0].amount + parts[1].amount !== balance) faults.push('parts');
  if (bytesToHex(computed.hash) !== bytesToHex(root.node.hash)) faults.push('root');
  if (computed.sum !== root.node.sum) faults.push('total');
  return { isIncluded: faults.length === 0, faults, computed };
}

/** Whether the empty node stands exactly where a tree of so many leaves has it. */
function isCompleted(path: MerklePath<SumNode>, leafCount: number): boolean {
  const beyond = areBeyond(path, leafCount);
  return path.siblings.every(({ hash, sum }, height) => {
    const isEmpty = sum === emptyNode.sum && bytesToHex(hash) === bytesToHex(emptyNode.hash);
    return isEmpty === beyond[height];
  });
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
