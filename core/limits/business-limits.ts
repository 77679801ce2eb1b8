import { type Usdt, usdt } from '#core/money/amount.ts';

/** Span that limits of a day look back over, in ms. */
export const dayLimitMs: number = 24 * 60 * 60_000;

/** Most deposits that a member requests within a day. */
export const depositsOfDayMax = 100;

/** Most that a member requests by deposits within a day, in micro-USDT. */
export const depositedOfDayMax: Usdt = usdt(1_000_000_000_000n);

/** Most deposits of a day that a member has under way at once. */
export const depositsOpenMax = 50;

/** Most plans that a member has running at once. */
export const plansRunningMax = 500;

/** Most financing holdings that a member has running at once. */
export const holdingsRunningMax = 100;

/** Most bets that a member has in one round, those of follows left out. */
export const ordersOfRoundMax = 200;

/** Most follows that a member has running at once. */
export const followsRunningMax = 20;

/**
 * Most that a member’s running bets may win together, the rounds that follows have still to come included, in micro-USDT: a twentieth of what the house sets
 * aside, so that nobody reserves all of it.
 */
export const winningsReservedMax: Usdt = usdt(5_000_000_000_000n);

/** Most bank cards that a member binds within a day, replaced ones included. */
export const cardsOfDayMax = 10;

/** What counts towards a limit: since when, in ms, and how much: 1 where the limit is a count. */
export interface LimitUse {
  readonly at: number;
  readonly amount: bigint;
}

/**
 * When `adding` more fits below `max`, as uses end `spanMs` after they began: a moment in ms, or null where it fits at once. `adding` is
 * at most `max`. Uses older than `spanMs` must be left out.
 */
export function freeAgainAt(uses: readonly LimitUse[], adding: bigint, max: bigint, spanMs: number): number | null {
  let excess = uses.reduce((sum, { amount }) => sum + amount, adding) - max;
  let freeAt: number | null = null;
  for (const { at, amount } of uses.toSorted((one, other) => one.at - other.at)) {
    if (excess <= 0n) break;
    excess -= amount;
    freeAt = at + spanMs;
  }
  return freeAt;
}
