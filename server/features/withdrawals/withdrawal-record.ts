import type { Withdrawal } from '#contract/withdrawals.ts';
import { actualReceipt } from '#core/withdrawals/rules.ts';
import type { StoredWithdrawal } from './withdrawal-store.ts';

/** The withdrawal as its member sees it. */
export function withdrawalRecord({ memberId, cardId, refusal, ...withdrawal }: StoredWithdrawal): Withdrawal {
  return {
    ...withdrawal,
    actualReceipt: actualReceipt(withdrawal.amount),
    cancellable: isInReview(withdrawal),
  };
}

export function isInReview({ state }: Pick<StoredWithdrawal, 'state'>): boolean {
  return state === 'requested' || state === 'inReview';
}
