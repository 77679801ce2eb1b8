import { type Usdt, usdt } from '#core/money/amount.ts';

/** Where a payout goes: to a bank card, or to an address on a chain. */
export type PayoutMethod = 'bank' | 'address';

const bankFeeMin = 1_000_000n;
const bankFeeMax = 25_000_000n;
const addressFee = 1_000_000n;

/**
 * What a payout costs, as a bank or a network would charge for it: 0.1 % to a card, rounded up, at least 1 and at most 25 USDT; 1 USDT
 * to an address, but never more than the amount. The house pays it, so the member receives the whole amount.
 */
export function withdrawalFee(method: PayoutMethod, amount: Usdt): Usdt {
  const share = (amount + 999n) / 1_000n;
  const toCard = share < bankFeeMin ? bankFeeMin : share > bankFeeMax ? bankFeeMax : share;
  const fee = method === 'address' ? addressFee : toCard;
  return usdt(fee < amount ? fee : amount);
}

/** What arrives of `amount`: all of it. */
export function actualReceipt(amount: Usdt): Usdt {
  return amount;
}

/** Span of product time over which a member's withdrawals are added up, so that splitting one spares no approval, in ms. */
export const approvalSpanMs: number = 24 * 60 * 60_000;

/** More than this within `approvalSpanMs` waits for people to approve it, in micro-USDT. */
export const approvalAbove: Usdt = usdt(10_000_000_000n);

/** How many people approve it, each of another name. */
export const approvalsNeededAbove = 2;

/**
 * How many operators must approve a withdrawal: 0, or `approvalsNeededAbove` where it makes all of the last `approvalSpanMs` (micro-USDT)
 * more than `approvalAbove`.
 */
export function approvalsNeeded(amount: Usdt, withdrawnBefore: bigint = 0n): number {
  return withdrawnBefore + amount > approvalAbove ? approvalsNeededAbove : 0;
}

/** How long a withdrawal stays in review, in product time: long enough to take it back. */
export const reviewMs = 10 * 60_000;

/** How long a new card waits to take the place of the one before it, in product time. */
export const cardReplacementMs = 24 * 60 * 60_000;

/** How long until a reset withdrawal password takes effect, in ms of product time. */
export const withdrawalPasswordResetMs = 24 * 60 * 60_000;
