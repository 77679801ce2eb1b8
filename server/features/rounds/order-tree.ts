import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { CategoryOrders } from '#core/fairness/closing.ts';
import { type OrderLeaf, type OrderPath, orderNode, orderTree } from '#core/fairness/orders.ts';
import { add, noUsdt, usdt } from '#core/money/amount.ts';
import { levelsOf, pathOf, topOf } from '#core/proofs/merkle-tree.ts';
import { type Category, categories, type PerCategory, perCategory } from '#core/rounds/categories.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';

/** The orders of a round as a Merkle tree, with the sums that are published beside its root. */
export interface RoundTree {
  readonly count: number;
  readonly staked: bigint;
  readonly orders: PerCategory<CategoryOrders>;
  /** Lower-case hex. */
  readonly root: string;
  /** The way of the order with this salt to the root, or null where the tree has none. */
  pathOf(salt: Buffer): OrderPath | null;
  /** At most `limit` orders from a place on, ascending by their leaf. */
  ordersFrom(place: number, limit: number): OrderLeaf[];
  /** Memory it takes. */
  readonly bytes: number;
}

const partDepth = 12;
/** Leaves that are read, hashed and folded at once; the process does other work between two parts. */
const partSize = 2 ** partDepth;
const saltBytes = 32;
/** Of an order as it is kept: salt, stake and category. */
const orderBytes = saltBytes + 8 + 1;

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
  return treeOf(round, parts, sums);
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

/** Orders one after another in buffers: objects of their own would take many times the memory. */
interface TreePart {
  readonly salts: Buffer;
  readonly stakes: BigUint64Array;
  readonly categories: Uint8Array;
  readonly top: Uint8Array;
}

function partOf(round: RoundNumber, rows: readonly OrderRow[]): TreePart {
  const part = {
    salts: Buffer.concat(rows.map(({ salt }) => salt)),
    stakes: BigUint64Array.from(rows, ({ stake }) => stake),
    categories: Uint8Array.from(rows, ({ category }) => categories.indexOf(category)),
  };
  return { ...part, top: topOf(levelsOf(orderTree, leavesOf(round, part), partDepth)) };
}

const saltAt = ({ salts }: Pick<TreePart, 'salts'>, place: number): Buffer =>
  salts.subarray(place * saltBytes, (place + 1) * saltBytes);

function orderAt(part: Omit<TreePart, 'top'>, place: number): OrderLeaf {
  const salt = saltAt(part, place);
  return {
    id: leafOf(salt),
    category: categories[part.categories[place] ?? -1] as Category,
    stake: usdt(part.stakes[place] ?? 0n),
    salt: salt.toString('hex'),
  };
}

function leavesOf(round: RoundNumber, part: Omit<TreePart, 'top'>): Uint8Array[] {
  return Array.from(part.stakes, (_, place) => orderNode(round, orderAt(part, place)));
}

function treeOf(round: RoundNumber, parts: readonly TreePart[], orders: PerCategory<CategoryOrders>): RoundTree {
  const [first] = parts;
  const count = parts.reduce((total, { stakes }) => total + stakes.length, 0);
  // A single part is a tree of its own depth.
  const isOnePart = parts.length < 2;
  const levelsOfPart = (part: TreePart | undefined) =>
    levelsOf(orderTree, part ? leavesOf(round, part) : [], isOnePart ? undefined : partDepth);
  const tops = levelsOf(
    orderTree,
    parts.map(({ top }) => top),
  );
  return {
    count,
    staked: Object.values(orders).reduce((total, { stake }) => total + stake, 0n),
    orders,
    root: Buffer.from(topOf(isOnePart ? levelsOfPart(first) : tops)).toString('hex'),
    pathOf(salt) {
      const position = positionOf(parts, count, salt);
      if (position === null) return null;
      const place = position >> partDepth;
      const below = pathOf(orderTree, levelsOfPart(parts[place]), position % partSize);
      const above = isOnePart ? [] : pathOf(orderTree, tops, place).siblings;
      return { position, siblings: [...below.siblings, ...above] };
    },
    ordersFrom: (place, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, count - place)) }, (_, offset) =>
        orderAt(parts[(place + offset) >> partDepth] as TreePart, (place + offset) % partSize),
      ),
    bytes: 1 + count * orderBytes,
  };
}

/** The place of the order with that salt, by which orders ascend; null where there is none. */
function positionOf(parts: readonly TreePart[], count: number, salt: Buffer): number | null {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = saltAt(parts[middle >> partDepth] as TreePart, middle % partSize).compare(salt);
    if (order === 0) return middle;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return null;
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
