import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { toDecimal, type Usdt } from '#core/money/amount.ts';
import {
  areBeyond,
  fitsTree,
  levelsOf,
  type MerklePath,
  rootOfPath,
  type TreeKind,
  topOf,
} from '#core/proofs/merkle-tree.ts';
import type { Category } from '#core/rounds/categories.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';

/**
 * The tree of all orders of a round, leaves ascending by id. Its root is published at closing, before the seed: no order can be added, changed or left out
 * afterwards.
 *
 * Leaf: SHA-256(0x00, salt, text), the text "round <number> order <id> <category> <stake>" in ASCII, the stake in USDT with six decimals. Node:
 * SHA-256(0x01, left, right). Empty node: SHA-256(0x02).
 */
export interface OrderLeaf {
  readonly id: bigint;
  readonly category: Category;
  readonly stake: Usdt;
  /** 32 random bytes, lower-case hex, which the member learns with the order: without them nobody can guess a leaf. */
  readonly salt: string;
}

/** The path of an order to the root of its round. */
export type OrderPath = MerklePath<Uint8Array>;

const hashBytes = 32;
const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);
const emptyNode = sha256(Uint8Array.of(2));

/** The tree of a round’s orders: nodes are hashes of 32 bytes. `parent` throws a RangeError for others. */
export const orderTree: TreeKind<Uint8Array> = {
  parent: (left, right) => {
    if (left.length !== hashBytes || right.length !== hashBytes) throw new RangeError('a hash that has not 32 bytes');
    return sha256(concatBytes(nodeMark, left, right));
  },
  empty: emptyNode,
};

/** The leaf of one order. Throws a RangeError for a salt that is not 32 bytes in hex. */
export function orderNode(round: RoundNumber, { id, category, stake, salt }: OrderLeaf): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(salt)) throw new RangeError('a salt is 32 bytes in lower-case hex');
  const text = `round ${round} order ${id} ${category} ${toDecimal('USDT', stake)}`;
  return sha256(concatBytes(leafMark, hexToBytes(salt), utf8ToBytes(text)));
}

/** The root of a round’s orders, lower-case hex, which must be ascending by id; without orders that of the empty node. Throws what `orderNode` throws. */
export function orderRoot(round: RoundNumber, orders: readonly OrderLeaf[]): string {
  return bytesToHex(
    topOf(
      levelsOf(
        orderTree,
        orders.map((order) => orderNode(round, order)),
      ),
    ),
  );
}

/** What is published of a round’s orders. */
export interface PublishedOrders {
  readonly round: RoundNumber;
  /** How many orders there are in all. */
  readonly count: number;
  /** `orderRoot`. */
  readonly root: string;
}

/** What is wrong with the proof of an order. `malformed`: a hash or salt that no tree has. `path`: a place that a tree of so many orders has not. `root`: it leads to another root. */
export type OrderFault = 'malformed' | 'path' | 'root';

/** Whether an order is in the published tree: the first fault, or null. Never throws for a bad proof. */
export function verifyOrder(
  order: OrderLeaf,
  path: OrderPath,
  { round, count, root }: PublishedOrders,
): OrderFault | null {
  if (!fitsTree(path, count)) return 'path';
  const beyond = areBeyond(path, count);
  const isEmpty = (node: Uint8Array): boolean => bytesToHex(node) === bytesToHex(emptyNode);
  if (path.siblings.some((node, height) => isEmpty(node) !== beyond[height])) return 'path';
  try {
    return bytesToHex(rootOfPath(orderTree, orderNode(round, order), path)) === root ? null : 'root';
  } catch {
    return 'malformed';
  }
}
