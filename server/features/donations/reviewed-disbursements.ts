import { disbursementApprovals } from '#core/donations/disbursements.ts';
import { amount as amountOf, toDecimal } from '#core/money/amount.ts';
import { partsOfReference, type ReviewedKind, waitingApproval } from '#server/platform/approvals/reviews.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type DisburseDependencies, type Disbursement, decideDisbursement, disbursementSubject } from './disburse.ts';
import { type DisbursementRequest, openRequests } from './disbursement-store.ts';

/** Disbursements that wait for the second operator, for the list of everything that waits. */
export function reviewedDisbursements(dependencies: DisburseDependencies): ReviewedKind {
  return {
    kind: 'disbursement',
    list: async (most) => (await openRequests(dependencies.tables, most)).map(waitingOf),
    async decide({ by, id: reference, hash, decision, reason }) {
      const { id } = partsOfReference(reference);
      const refusal = decision === 'refused' ? reason : null;
      return outcomeOf(await decideDisbursement(dependencies, id, { by, refusal, reason, hash }));
    },
  };
}

function waitingOf(request: DisbursementRequest) {
  const { id, causeId, asset, receipt } = request;
  const amount = `${toDecimal(asset, amountOf(asset, request.amount))} ${asset}`;
  return waitingApproval(disbursementSubject(request), { disbursement: id, cause: causeId, amount, receipt }, request);
}

function outcomeOf(result: Disbursement) {
  const needed = disbursementApprovals;
  switch (result.outcome) {
    case 'approved':
      return { status: 'open' as const, approvals: result.approvals, needed };
    // Approved by all and not paid: it stays in the list until it is paid or lapses.
    case 'overUnspent':
      return { status: 'open' as const, approvals: needed, needed };
    case 'disbursed':
      return { status: 'approved' as const, approvals: needed, needed };
    case 'refused':
      return { status: 'refused' as const, approvals: 0, needed };
    case 'causeClosed':
      throw new Refusal('causeClosed');
    case 'unknown':
      throw new Refusal('approvalUnknown');
    default:
      throw new Refusal('approvalOver');
  }
}
