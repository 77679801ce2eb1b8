import {
  partsOfReference,
  type ReviewDecision,
  type ReviewedKind,
  waitingApproval,
} from '#server/platform/approvals/reviews.ts';
import { listRecoveries } from './list-recoveries.ts';
import {
  approveRecovery,
  type RecoveryReview,
  type ReviewRecoveryDependencies,
  recoveryApprovalsNeeded,
  refuseRecovery,
  subjectOf,
} from './review-recovery.ts';

/** Recoveries that wait for the second operator, for the list of everything that waits. */
export function reviewedRecoveries(dependencies: ReviewRecoveryDependencies): ReviewedKind {
  const { tables, wallNow } = dependencies;
  return {
    kind: 'recovery',
    async list(most) {
      const open = await listRecoveries(tables, most, wallNow());
      return open.map(({ memberId, recovery, username, askedAt, operators }) => {
        const shown = { account: username, request: recovery.request?.id ?? '' };
        return waitingApproval(subjectOf(memberId, recovery), shown, { approvedBy: operators, askedAt });
      });
    },
    decide: async (decision) => outcomeOf(await review(dependencies, decision)),
  };
}

async function review(
  dependencies: ReviewRecoveryDependencies,
  { by, id: reference, hash, decision, reason }: ReviewDecision,
): Promise<RecoveryReview> {
  const { memberId, id } = partsOfReference(reference);
  const decideOn = decision === 'approved' ? approveRecovery : refuseRecovery;
  return await decideOn(dependencies, memberId, { by, reason }, { id, hash });
}

function outcomeOf(review: RecoveryReview) {
  switch (review.outcome) {
    case 'approved':
      return { status: 'open' as const, approvals: review.approvals, needed: review.needed };
    case 'waits':
      return { status: 'approved' as const, approvals: recoveryApprovalsNeeded, needed: recoveryApprovalsNeeded };
    case 'refused':
      return { status: 'refused' as const, approvals: 0, needed: recoveryApprovalsNeeded };
  }
}
