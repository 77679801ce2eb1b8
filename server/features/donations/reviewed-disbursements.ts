import { disbursementApprovals, disbursementLapsesMs } from '#core/donations/disbursements.ts';
import { amount as amountOf, toDecimal } from '#core/money/amount.ts';
import { approvalReference, hashOfContent } from '#server/platform/approvals/approvals.ts';
import { partsOfReference, type ReviewedKind } from '#server/platform/approvals/reviews.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { contentOf, type DisburseDependencies, type Disbursement, decideDisbursement } from './disburse.ts';
import { type DisbursementRequest, openRequests } from './disbursement-store.ts';

/** Disbursements that wait for the second operator, for the list of everything that waits. */
export function reviewedDisbursements(dependencies: DisburseDependencies): ReviewedKind {
  return {
    kind: 'disbursement',
    async list(most) {
      const open = await openRequests(dependencies.tables, most);
      return open.map((request) => ({
        kind: 'disbursement',
        id: approvalReference(0n, request.id),
        content: fieldsOf(request),
        hash: hashOfContent(contentOf(request)).toString('hex'),
        needed: disbursementApprovals,
        approvedBy: [...request.approvedBy],
        askedAt: request.askedAt,
        expiresAt: request.askedAt + disbursementLapsesMs,
      }));
    },
    async decide({ by, id: reference, hash, decision, reason }) {
      const { id } = partsOfReference(reference);
      const refusal = decision === 'refused' ? reason : null;
      return outcomeOf(await decideDisbursement(dependencies, id, { by, refusal, reason, hash }));
    },
  };
}

function fieldsOf({ id, causeId, asset, amount, receipt }: DisbursementRequest) {
  const shown = `${toDecimal(asset, amountOf(asset, amount))} ${asset}`;
  return Object.entries({ disbursement: id, cause: causeId, amount: shown, receipt }).map(([name, value]) => ({
    name,
    value,
  }));
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
