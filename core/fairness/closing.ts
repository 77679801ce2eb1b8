import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toDecimal, type Usdt } from '#core/money/amount.ts';
import { categories, type PerCategory } from '#core/rounds/categories.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { BeaconPlan } from './beacon.ts';

/** The orders on one category of a round. */
export interface CategoryOrders {
  readonly count: number;
  /** Of all of them together, micro-USDT. */
  readonly stake: Usdt;
}

/** What is published when betting closes, before the seed and the beacon are known. Hashes in lower-case hex. */
export interface ClosingStatement {
  readonly round: RoundNumber;
  /** Of the seeds of the round’s day, published before the day. */
  readonly tip: string;
  readonly beacon: BeaconPlan;
  readonly orders: PerCategory<CategoryOrders>;
  /** `orderRoot` of all orders. */
  readonly root: string;
}

/** How many orders a round has in all: the leaves of its tree. */
export function orderCountOf({ orders }: Pick<ClosingStatement, 'orders'>): number {
  return categories.reduce((total, category) => total + orders[category].count, 0);
}

/** The text that is hashed, ASCII, each line ended by a line feed: for each category, in their published order, the number of orders and their stakes in USDT with six decimals. */
export function closingText({ round, tip, beacon, orders, root }: ClosingStatement): string {
  const lines = [
    'clearlot round 1',
    `round ${round}`,
    `tip ${tip}`,
    beacon.kind === 'drand'
      ? `beacon drand ${beacon.chain} ${beacon.round}`
      : `beacon market ${[beacon.interval ?? [], ...beacon.coins].flat().join(' ')}`,
    ...categories.map((one) => `orders ${one} ${orders[one].count} ${toDecimal('USDT', orders[one].stake)}`),
    `root ${root}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** SHA-256 of the closing’s text, lower-case hex: what a phone keeps of it. */
export function closingDigest(closing: ClosingStatement): string {
  return bytesToHex(sha256(utf8ToBytes(closingText(closing))));
}
