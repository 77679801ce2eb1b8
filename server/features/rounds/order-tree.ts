import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { CategoryOrders } from '#core/fairness/closing.ts';
import { type OrderPath, orderNode, orderTree } from '#core/fairness/orders.ts';
import { add, noUsdt, usdt } from '#core/money/amount.ts';
import { levelsOf, pathOf, topOf } from '#core/proofs/merkle-tree.ts';
import { type Category, type PerCategory, perCategory } from '#core/rounds/categories.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';

/** The orders of a round as a Merkle tree, with the sums that are published beside its root. */
export interface RoundTree {
  readonly count: number;
  readonly staked: bigint;
  readonly orders: PerCategory<CategoryOrders>;
  /** Lower-case hex. */
  readonly root: string;
  /** The way of a leaf to the root, or null where the tree has none of that number. */
  pathOf(leaf: bigint): OrderPath | null;
  /** Memory it takes. */
  readonly bytes: number;
}

const partDepth = 12;
/** Leaves that are read, hashed and folded at once; the process does other work between two parts. */
const partSize = 2 ** partDepth;
const hashBytes = 32;
const numberBytes = 8;

/** The number of an order's leaf: 63 random bits, the first of its salt. */
export function leafOf(salt: Buffer): bigint {
  return salt.readBigUInt64BE() >> 1n;
}

interface OrderRow {
  readonly category: Category;
  readonly stake: bigint;
  readonly salt: Buffer;
}

/** Reads the orders of a round part by part, in the order of their leaves. */
export async function readTree(pool: pg.Pool, round: RoundNumber): Promise<RoundTree> {
  const parts: TreePart[] = [];
  const sums = perCategory(() => ({ count: 0, stake: noUsdt })) as Record<Category, CategoryOrders>;
  for await (const rows of partsOf(pool, round)) {
    for (const { category, stake } of rows) {
      const { count, stake: before } = sums[category];
      sums[category] = { count: count + 1, stake: add(before, usdt(stake)) };
    }
    parts.push(partOf(round, rows));
  }
  return treeOf(parts, sums);
}

async function* partsOf(pool: pg.Pool, round: RoundNumber): AsyncGenerator<OrderRow[]> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    await client.query(
      `declare orders no scroll cursor for
         select category, stake, salt from round_order where round_id = ${BigInt(round)} order by salt`,
    );
    for (;;) {
      const { rows } = await client.query<OrderRow>(`fetch ${partSize} from orders`);
      if (rows.length > 0) yield rows;
      if (rows.length < partSize) break;
    }
    await client.query('commit');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

interface TreePart {
  readonly numbers: readonly bigint[];
  /** The leaves one after another: objects of their own would take four times the memory. */
  readonly leaves: Buffer;
  readonly top: Uint8Array;
}

function partOf(round: RoundNumber, rows: readonly OrderRow[]): TreePart {
  const numbers = rows.map(({ salt }) => leafOf(salt));
  const leaves = rows.map(({ category, stake, salt }, place) =>
    orderNode(round, { id: numbers[place] as bigint, category, stake: usdt(stake), salt: salt.toString('hex') }),
  );
  return { numbers, leaves: Buffer.concat(leaves), top: topOf(levelsOf(orderTree, leaves, partDepth)) };
}

function treeOf(parts: readonly TreePart[], orders: PerCategory<CategoryOrders>): RoundTree {
  const [first] = parts;
  const count = parts.reduce((total, { numbers }) => total + numbers.length, 0);
  const tops = levelsOf(
    orderTree,
    parts.map(({ top }) => top),
  );
  const isOnePart = parts.length < 2;
  const only = isOnePart ? levelsOf(orderTree, first ? leavesOf(first) : []) : null;
  const pathIn = (part: TreePart, place: number, position: number): OrderPath => {
    if (only) return pathOf(orderTree, only, position);
    const below = pathOf(orderTree, levelsOf(orderTree, leavesOf(part), partDepth), position);
    return {
      position: place * partSize + position,
      siblings: [...below.siblings, ...pathOf(orderTree, tops, place).siblings],
    };
  };
  return {
    count,
    staked: Object.values(orders).reduce((total, { stake }) => total + stake, 0n),
    orders,
    root: Buffer.from(topOf(only ?? tops)).toString('hex'),
    pathOf(leaf) {
      for (const [place, part] of parts.entries()) {
        const position = part.numbers.indexOf(leaf);
        if (position !== -1) return pathIn(part, place, position);
      }
      return null;
    },
    bytes: 1 + count * (hashBytes + numberBytes),
  };
}

function leavesOf({ leaves, numbers }: TreePart): Uint8Array[] {
  return numbers.map((_, place) => leaves.subarray(place * hashBytes, (place + 1) * hashBytes));
}

const bytesKeptMax = 64 * 2 ** 20;

/** Trees of closed rounds, whose orders never change: computed when one is asked for, each once at a time. */
export function openTreeCache(pool: pg.Pool): (round: RoundNumber) => Promise<RoundTree> {
  const cache = new LRUCache<RoundNumber, RoundTree>({
    maxSize: bytesKeptMax,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: (round) => readTree(pool, round),
  });
  return async (round) => {
    const tree = await cache.fetch(round);
    if (!tree) throw new Error(`no tree of round ${round}`);
    return tree;
  };
}
