import { add, negate, subtract, type Usdt, usdt } from '#core/money/amount.ts';

/**
 * Follow repeats an order for the next rounds, with the same stake in each: it never doubles. The total is reserved at once; what
 * is not played goes back when it ends.
 */

/** Fewest rounds of a follow. */
export const followRoundsMin = 2;

/** Most rounds of a follow: a day. */
export const followRoundsMax = 288;

/** What a follow was confirmed with. */
export interface FollowTerms {
  /** Of each round, micro-USDT. */
  readonly stake: Usdt;
  readonly rounds: number;
  /** Whether the first win ends it. */
  readonly stopOnWin: boolean;
  /** The most that its rounds may lose together, net of what they won, at least one stake; null without a limit. Micro-USDT. */
  readonly lossLimit: Usdt | null;
}

/** How a follow ended: all rounds done, a win, the loss limit, or by the member. */
type FollowEnd = 'completed' | 'won' | 'lossLimit' | 'cancelled';

/** How far a follow has come. */
export interface FollowState {
  /** Rounds decided, void ones too. */
  readonly done: number;
  /** Incomes of the decided rounds together, micro-USDT. */
  readonly income: Usdt;
  /** Null while it runs. */
  readonly end: FollowEnd | null;
}

/** What is reserved when a follow is confirmed, micro-USDT: the stake of every round. */
export function reservedFor({ stake, rounds }: FollowTerms): Usdt {
  return usdt(stake * BigInt(rounds));
}

/**
 * The follow after one more round was decided, with its income in micro-USDT (0 for a void one, which counts as done). It ends before a round whose loss
 * would make the follow lose more than its limit. Throws a RangeError for a follow that has ended.
 */
export function afterRound(terms: FollowTerms, state: FollowState, roundIncome: Usdt): FollowState {
  if (state.end !== null) throw new RangeError(`a follow that has ended: ${state.end}`);
  const done = state.done + 1;
  const income = add(state.income, roundIncome);
  return { done, income, end: endAfter(terms, done, income, roundIncome) };
}

function endAfter(terms: FollowTerms, done: number, income: Usdt, roundIncome: Usdt): FollowEnd | null {
  if (done >= terms.rounds) return 'completed';
  if (terms.stopOnWin && roundIncome > 0n) return 'won';
  const { lossLimit, stake } = terms;
  if (lossLimit !== null && subtract(income, stake) < negate(lossLimit)) return 'lossLimit';
  return null;
}

/** What a follow gives back at its end, micro-USDT: the stakes of the rounds that were not played. `played` counts a round that has begun and is not decided yet. */
export function returnedOf({ stake, rounds }: FollowTerms, played: number): Usdt {
  return usdt(stake * BigInt(rounds - played));
}
