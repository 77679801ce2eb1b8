import { approvalReference, hashOfContent } from '#server/platform/approvals/approvals.ts';
import { partsOfReference, type ReviewDecision, type ReviewedKind } from '#server/platform/approvals/reviews.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { listRecoveries } from './list-recoveries.ts';
import { findOpen } from './recovery-store.ts';
import {
  approvalLifeMs,
  approveRecoveryOf,
  type RecoveryReview,
  type ReviewRecoveryDependencies,
  recoveryApprovalsNeeded,
  refuseRecoveryOf,
  subjectOf,
} from './review-recovery.ts';

/** Recoveries that wait for the second operator, for the list of everything that waits. */
export function reviewedRecoveries(dependencies: ReviewRecoveryDependencies): ReviewedKind {
  const { tables } = dependencies;
  return {
    kind: 'recovery',
    async list(most) {
      const open = await listRecoveries(tables, most);
      return open
        .filter(({ takesEffectAt }) => takesEffectAt === null)
        .map(({ memberId, recovery, username, askedAt, operators }) => ({
          kind: 'recovery',
          id: approvalReference(memberId, recovery.id),
          content: [
            { name: 'account', value: username },
            { name: 'request', value: recovery.request?.id ?? '' },
          ],
          hash: hashOfContent(subjectOf(memberId, recovery).content).toString('hex'),
          needed: recoveryApprovalsNeeded,
          approvedBy: [...operators],
          askedAt,
          expiresAt: askedAt + approvalLifeMs,
        }));
    },
    decide: async (decision) => outcomeOf(await review(dependencies, decision)),
  };
}

async function review(
  dependencies: ReviewRecoveryDependencies,
  { by, id: reference, hash, decision, reason }: ReviewDecision,
): Promise<RecoveryReview> {
  const { memberId, id } = partsOfReference(reference);
  const seen = { id, hash };
  if (decision === 'refused') return await refuseRecoveryOf(dependencies, memberId, { by, reason }, seen);
  const open = await findOpen(dependencies.tables, memberId);
  return await approveRecoveryOf(dependencies, memberId, { by, reason }, open?.request?.id ?? null, seen);
}

function outcomeOf(review: RecoveryReview) {
  switch (review.outcome) {
    case 'approved':
      return { status: 'open' as const, approvals: review.approvals, needed: review.needed };
    case 'waits':
      return { status: 'approved' as const, approvals: recoveryApprovalsNeeded, needed: recoveryApprovalsNeeded };
    case 'refused':
      return { status: 'refused' as const, approvals: 0, needed: recoveryApprovalsNeeded };
    default:
      throw new Refusal('approvalOver');
  }
}
