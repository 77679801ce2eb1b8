import { larger, noUsdt, toDecimal, type Usdt, usdt } from '#core/money/amount.ts';
import { dayMs } from '#core/time/lengths.ts';

/** The prizes of every table, the largest first. */
export const prizeIds = ['first', 'second', 'third', 'fourth'] as const;

/** A prize of the daily draw: an entry wins it where its number is from `from` to `to`, both included. */
export interface Prize {
  readonly id: (typeof prizeIds)[number];
  readonly amount: Usdt;
  readonly from: number;
  readonly to: number;
}

/**
 * The prizes of an entry, whose number is drawn from 0 to `numbers` - 1, all equally likely. An entry costs nothing, so that its expected value is what
 * the house gives away. Each change has a version of its own, from 2 on.
 */
export interface PrizeTable {
  readonly version: number;
  readonly numbers: number;
  readonly prizes: readonly Prize[];
}

/** How many numbers an entry is drawn from, in every table. */
export const drawNumbers = 1_000_000;

/** One prize as operators ask for it, in the order of `prizeIds`: its amount, micro-USDT, and how many of the numbers win it. */
export interface PrizeShare {
  readonly amount: Usdt;
  readonly numbers: number;
}

/** The table in which the prizes stand side by side, the largest at the smallest numbers. */
export function tableOf(version: number, shares: readonly PrizeShare[]): PrizeTable {
  let next = 0;
  const prizes = prizeIds.flatMap((id, place): Prize[] => {
    const share = shares[place];
    if (!share) return [];
    const from = next;
    next += share.numbers;
    return [{ id, amount: share.amount, from, to: next - 1 }];
  });
  return { version, numbers: drawNumbers, prizes };
}

/** The prize table of version 1. */
export const prizeTable: PrizeTable = tableOf(1, [
  { amount: usdt(1_000_000_000n), numbers: 5 },
  { amount: usdt(100_000_000n), numbers: 100 },
  { amount: usdt(10_000_000n), numbers: 2_000 },
  { amount: usdt(1_000_000n), numbers: 50_000 },
]);

/** What the house sets aside for prizes when the first node starts, micro-USDT: a hundred of the largest. No prize may be larger. */
export const prizesFunding: Usdt = usdt(100_000_000_000n);

const wholeUsdt = 1_000_000n;

/**
 * Whether a table may have these prizes: all four, each of whole USDT, so that the expected value of an entry is exact; each smaller than the one before,
 * and won with more numbers; none above `prizesFunding`; and at least one number that wins nothing.
 */
export function arePrizes(shares: readonly PrizeShare[]): boolean {
  const isInTurn = ({ amount, numbers }: PrizeShare, place: number): boolean => {
    const before = shares[place - 1];
    const isSound = amount >= wholeUsdt && amount <= prizesFunding && amount % wholeUsdt === 0n;
    const isCounted = Number.isSafeInteger(numbers) && numbers > 0;
    return isSound && isCounted && (!before || (amount < before.amount && numbers > before.numbers));
  };
  const winning = shares.reduce((total, { numbers }) => total + numbers, 0);
  return shares.length === prizeIds.length && shares.every(isInTurn) && winning < drawNumbers;
}

/** The prizes of a table as operators ask for them. */
export const sharesOf = ({ prizes }: Pick<PrizeTable, 'prizes'>): PrizeShare[] =>
  prizes.map((prize) => ({ amount: prize.amount, numbers: numbersOf(prize) }));

/** A table in one line, in which two tables are the same or not: `2: 1000.000000 of 0-4, …`. */
export function prizesText({ version, numbers, prizes }: PrizeTable): string {
  const each = prizes.map(({ id, amount, from, to }) => `${id} ${toDecimal('USDT', amount)} of ${from}-${to}`);
  return `${version}: ${each.join(', ')} of ${numbers}`;
}

/** What the table has to be, for a claimed one: that of its version where it ships, else its prizes side by side; null where it is none that may be. */
export function soundTable(claimed: PrizeTable): PrizeTable | null {
  if (claimed.version === prizeTable.version) return prizeTable;
  const shares = sharesOf(claimed);
  return Number.isSafeInteger(claimed.version) && claimed.version > prizeTable.version && arePrizes(shares)
    ? tableOf(claimed.version, shares)
    : null;
}

/** A table that two operators decided on, for all days (UTC) that begin at `effectiveFrom` or later, until another one's. */
export interface PrizeTableChange {
  readonly version: number;
  readonly shares: readonly PrizeShare[];
  /** Product time in ms: the beginning of a day (UTC). */
  readonly effectiveFrom: number;
}

/** The beginning of the first day (UTC) that begins at that moment or later, both in ms. */
export const startOfDrawDay = (ms: number): number => Math.ceil(ms / dayMs) * dayMs;

/** The table of a day (UTC, days since 1970): of the changes that hold when it begins, the one that took effect last, and of those the newest version. */
export function prizeTableOfDay(changes: readonly PrizeTableChange[], day: number): PrizeTable {
  const held = changes.filter(({ effectiveFrom }) => effectiveFrom <= day * dayMs);
  const [newest] = held.toSorted(
    (one, other) => other.effectiveFrom - one.effectiveFrom || other.version - one.version,
  );
  return newest ? tableOf(newest.version, newest.shares) : prizeTable;
}

/** The first day after that one with another table than the day before it; null where none is decided on. */
export function nextPrizesAfter(changes: readonly PrizeTableChange[], day: number): number | null {
  const days = changes.map(({ effectiveFrom }) => Math.ceil(effectiveFrom / dayMs)).filter((from) => from > day);
  return days.length === 0 ? null : Math.min(...days);
}

/** With how many of the table’s numbers an entry wins this prize. */
export function numbersOf({ from, to }: Pick<Prize, 'from' | 'to'>): number {
  return to - from + 1;
}

/** The prize of a number; null where it wins nothing. */
export function prizeFor(number: number, { prizes }: PrizeTable): Prize | null {
  return prizes.find(({ from, to }) => number >= from && number <= to) ?? null;
}

/** What all numbers together win, micro-USDT: by `numbers` it is the expected value of one entry. */
export function sumOfPrizes({ prizes }: PrizeTable): Usdt {
  return usdt(prizes.reduce((total, prize) => total + prize.amount * BigInt(numbersOf(prize)), 0n));
}

/** The expected value of one entry, micro-USDT: exact, as all prizes are whole USDT. */
export function expectedValue(table: PrizeTable): Usdt {
  return usdt(sumOfPrizes(table) / BigInt(table.numbers));
}

/** The largest prize, micro-USDT: the draw is closed while the `prizes` account holds less. */
export function largestPrize({ prizes }: PrizeTable): Usdt {
  return prizes.reduce((most, { amount }) => larger(amount, most), noUsdt);
}
