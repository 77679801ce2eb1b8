import { withdrawalReasons } from '#contract/withdrawals.ts';
import { toDecimal } from '#core/money/amount.ts';
import { approvalReference, approversOf, hashOfContent } from '#server/platform/approvals/approvals.ts';
import { partsOfReference, type ReviewedKind } from '#server/platform/approvals/reviews.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  approveWithdrawal,
  type Review,
  type ReviewDependencies,
  refuseWithdrawal,
  withdrawalContent,
} from './review-withdrawal.ts';
import { type StoredWithdrawal, withdrawalsWaiting } from './withdrawal-store.ts';

/** Withdrawals above the limit, for the list of everything that waits. */
export function reviewedWithdrawals(dependencies: ReviewDependencies): ReviewedKind {
  const { tables, wallNow } = dependencies;
  return {
    kind: 'withdrawal',
    async list(most) {
      const waiting = await withdrawalsWaiting(tables, most);
      const references = waiting.map(({ memberId, id }) => approvalReference(memberId, id));
      const approvers = await approversOf(tables, 'withdrawal', references, wallNow());
      return waiting.map((withdrawal, place) => ({
        kind: 'withdrawal',
        id: references[place] ?? '',
        content: fieldsOf(withdrawal),
        hash: hashOfContent(withdrawalContent(withdrawal)).toString('hex'),
        needed: withdrawal.approvalsNeeded,
        approvedBy: [...(approvers.get(references[place] ?? '') ?? [])],
        askedAt: withdrawal.requestedAt,
        expiresAt: null,
      }));
    },
    async decide({ by, id: reference, hash, decision, reason }) {
      const { id } = partsOfReference(reference);
      if (decision === 'approved') return outcomeOf(await approveWithdrawal(dependencies, id, by, reason, hash));
      const listed = withdrawalReasons.find((one) => one === reason);
      if (!listed) throw new Refusal('actReasonUnknown');
      return outcomeOf(await refuseWithdrawal(dependencies, id, by, listed, hash));
    },
  };
}

function fieldsOf({ id, method, amount, fee, destination }: StoredWithdrawal) {
  return Object.entries({
    withdrawal: id,
    method,
    amount: `${toDecimal('USDT', amount)} USDT`,
    fee: `${toDecimal('USDT', fee)} USDT`,
    destination,
  }).map(([name, value]) => ({ name, value }));
}

function outcomeOf(review: Review) {
  switch (review.outcome) {
    case 'approved':
      return { status: 'approved' as const, approvals: review.approvals, needed: review.needed };
    case 'open':
      return { status: 'open' as const, approvals: review.approvals, needed: review.needed };
    case 'refused':
      return { status: 'refused' as const, approvals: 0, needed: review.needed };
    case 'unknown':
      throw new Refusal('approvalUnknown');
    default:
      throw new Refusal('approvalOver');
  }
}
