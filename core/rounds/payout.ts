import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Posting } from '#core/ledger/transfer.ts';
import { negate, noUsdt, subtract, type Usdt, usdt } from '#core/money/amount.ts';
import { type Category, type Digits, outcomeCount, winningOutcomes, wins } from './categories.ts';

/** Least stake of one order in one round: 1 USDT. */
export const stakeMin: Usdt = usdt(1_000_000n);

/** Largest stake of one order in one round: 10,000 USDT. */
export const stakeMax: Usdt = usdt(10_000_000_000n);

/** What the house sets aside for winnings when the first node starts, micro-USDT: no order is taken that it does not cover. */
export const roundsFunding: Usdt = usdt(100_000_000_000_000n);

/** The charity receives one part of so many of each winning amount: 0.01 %. */
export const charityParts = 10_000n;

/** What a winning order is paid, in micro-USDT. */
export interface Payout {
  /** floor(stake x 1,000 / winning outcomes): the stake is part of it. */
  readonly winning: Usdt;
  /** floor(winning / 10,000), without a bound: it comes out of the winning amount. */
  readonly charity: Usdt;
  /** `winning` - `charity`: what the member receives. */
  readonly paid: Usdt;
}

/** The winning amount and its division, each rounded toward zero. Throws a RangeError for a stake below 0. */
export function payoutOf(category: Category, stake: Usdt): Payout {
  if (stake < 0n) throw new RangeError(`a stake of ${stake}`);
  const winning = usdt((stake * BigInt(outcomeCount)) / BigInt(winningOutcomes[category]));
  const charity = usdt(winning / charityParts);
  return { winning, charity, paid: subtract(winning, charity) };
}

/** What the house pays of a winning amount, charity included, micro-USDT: it is reserved from `rounds` when an order is placed. */
export function winningsOf(category: Category, stake: Usdt): Usdt {
  return subtract(payoutOf(category, stake).winning, stake);
}

/** What one order stakes in one round. */
export interface Stake {
  readonly category: Category;
  /** Micro-USDT. */
  readonly stake: Usdt;
}

/** What the member receives beyond the stake, micro-USDT: negative after a loss, 0 for a void round, whose `digits` are null. */
export function incomeOfOrder({ category, stake }: Stake, digits: Digits | null): Usdt {
  if (digits === null) return noUsdt;
  return wins(category, digits) ? subtract(payoutOf(category, stake).paid, stake) : negate(stake);
}

/** How one order is settled, in micro-USDT. */
export interface OrderSettlement {
  /** `incomeOfOrder`. */
  readonly income: Usdt;
  readonly charity: Usdt;
  /** How the money moves, in this order; a move of nothing is left out. */
  readonly postings: readonly Posting[];
}

/**
 * The rule of settlement for one order:
 *
 * - void (`digits` is null): `stakes` gives the stake back to `available`.
 * - lost: `stakes` pays the stake to `rounds`.
 * - won: `stakes` gives the stake back to `available`; `roundsReserved` pays the rest of what the member receives to `available`, and the charity’s
 *   part to `charity`: together `winningsOf`, which was reserved for the order.
 *
 * What was reserved for orders that did not win goes back to `rounds` once for the whole round.
 */
export function settleOrder(memberId: bigint, { category, stake }: Stake, digits: Digits | null): OrderSettlement {
  const stakes = memberAccount(memberId, 'stakes');
  const available = memberAccount(memberId, 'available');
  const returned: Posting = { from: stakes, to: available, amount: stake };
  const income = incomeOfOrder({ category, stake }, digits);
  if (digits === null) return { income, charity: noUsdt, postings: [returned] };
  if (!wins(category, digits)) {
    return {
      income,
      charity: noUsdt,
      postings: [{ from: stakes, to: houseAccount('rounds', memberId), amount: stake }],
    };
  }
  const { charity } = payoutOf(category, stake);
  const reserved = houseAccount('roundsReserved', memberId);
  const postings = [returned, { from: reserved, to: available, amount: income }];
  if (charity > 0n) postings.push({ from: reserved, to: houseAccount('charity', memberId), amount: charity });
  return { income, charity, postings };
}
