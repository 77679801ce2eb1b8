import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Posting } from '#core/ledger/transfer.ts';
import { add, negate, noUsdt, type Usdt } from '#core/money/amount.ts';
import { incomeOf, shortfallOf } from './engine.ts';
import type { PlanOutcome } from './terms.ts';

/** How one plan is settled, in micro-USDT. */
export interface PlanSettlement {
  /** What the plan earned; below zero is a loss, which is never larger than the amount. */
  readonly income: Usdt;
  /** How the money moves, in this order; a move of nothing is left out. */
  readonly postings: readonly Posting[];
}

/**
 * The rule of settlement, for a plan of `amount` whose group ended with `outcome`:
 *
 * - income = trunc(amount x result), shortfall = trunc(amount x shortfall): doubles, each rounded once, toward zero.
 * - `plans` gives back to `available` what is left of the amount: all of it, or amount + income after a loss.
 * - `market` is the other side of every plan: it takes the loss from `plans`, or pays the profit to `available`.
 * - What the market lost to the member's maximum loss (the shortfall) `sponsor` pays to it.
 *
 * The member's `plans` changes by -amount and `available` by amount + income; `market` changes by shortfall - income.
 * Throws a RangeError for an amount beyond 2^53 or a result that is not finite.
 */
export function settlePlan(
  memberId: bigint,
  amount: Usdt,
  outcome: Pick<PlanOutcome, 'result' | 'shortfall'>,
): PlanSettlement {
  const income = incomeOf(amount, outcome);
  const shortfall = shortfallOf(amount, outcome);
  const plans = memberAccount(memberId, 'plans');
  const available = memberAccount(memberId, 'available');
  const market = houseAccount('market', memberId);
  const loss = income < 0n ? negate(income) : noUsdt;
  const postings: Posting[] = [];
  const returned = add(amount, negate(loss));
  if (returned > 0n) postings.push({ from: plans, to: available, amount: returned });
  if (loss > 0n) postings.push({ from: plans, to: market, amount: loss });
  if (income > 0n) postings.push({ from: market, to: available, amount: income });
  if (shortfall > 0n) postings.push({ from: houseAccount('sponsor', memberId), to: market, amount: shortfall });
  return { income, postings };
}
