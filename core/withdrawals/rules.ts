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

/** Span of product time over which withdrawals are added up, so that splitting one spares no approval, in ms. */
export const approvalSpanMs: number = 24 * 60 * 60_000;

/** More than this within `approvalSpanMs`, of one member or to one destination, waits for people to approve it, in micro-USDT. */
export const approvalAbove: Usdt = usdt(10_000_000_000n);

/** More withdrawals of a member than this within `approvalSpanMs` wait for people to approve them. */
export const approvalAboveCount = 20;

/** Withdrawals of a member to more destinations than this within `approvalSpanMs` wait for people to approve them. */
export const approvalAboveDestinations = 5;

/** How many people approve it, each of another name. */
export const approvalsNeededAbove = 2;

/** What was requested within `approvalSpanMs` before a withdrawal and neither refused nor cancelled. Amounts in micro-USDT. */
export interface WithdrawnBefore {
  readonly ofMember: bigint;
  /** By all members. */
  readonly toDestination: bigint;
  /** Of the member. */
  readonly count: number;
  /** Of the member, beside the destination of the withdrawal. */
  readonly otherDestinations: number;
}

/**
 * How many operators must approve a withdrawal: `approvalsNeededAbove` where it exceeds one of the limits above, else 0. No limit refuses
 * a withdrawal. The database decides the same when it is recorded.
 */
export function approvalsNeeded(amount: Usdt, before: WithdrawnBefore): number {
  const isAbove =
    before.ofMember + amount > approvalAbove ||
    before.toDestination + amount > approvalAbove ||
    before.count >= approvalAboveCount ||
    before.otherDestinations >= approvalAboveDestinations;
  return isAbove ? approvalsNeededAbove : 0;
}

/** How long a withdrawal stays in review, in product time: long enough to take it back. */
export const reviewMs = 10 * 60_000;

/** How long a new card waits to take the place of the one before it, in product time. */
export const cardReplacementMs = 24 * 60 * 60_000;

/** How long until a reset withdrawal password takes effect, in ms of product time. */
export const withdrawalPasswordResetMs = 24 * 60 * 60_000;
