import { type Kysely, sql } from 'kysely';
import type { WaitingApproval } from '#contract/operators-approvals.ts';
import {
  partsOfReference,
  type ReviewDecision,
  type ReviewedKind,
  waitingApproval,
} from '#server/platform/approvals/reviews.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { approversAt } from './recovery-rows.ts';
import { type RecoveryRow, recoveryColumns } from './recovery-store.ts';
import {
  approvalLifeMs,
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
    list: (most) => listWaiting(tables, most, wallNow()),
    decide: async (decision) => outcomeOf(await review(dependencies, decision)),
  };
}

/** The recoveries that wait for their second approval and have not lapsed, the oldest first. */
async function listWaiting(tables: Kysely<unknown>, most: number, at: number): Promise<WaitingApproval[]> {
  const { rows } = await sql<RecoveryRow & { readonly username: string; readonly approvedBy: string[] }>`
    select ${recoveryColumns}, m.username, ${approversAt(at)}
    from account_recovery as r join member as m on m.id = r.member_id
    where r.ended_at is null and r.takes_effect_at is null and r.asked_at > ${new Date(at - approvalLifeMs)}
    order by r.asked_at limit ${most}`.execute(tables);
  return rows.map(inMs).map(({ memberId, username, approvedBy, ...recovery }) => {
    const shown = { account: username, request: recovery.request?.id ?? '' };
    return waitingApproval(subjectOf(memberId, recovery), shown, { approvedBy, askedAt: recovery.askedAt });
  });
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
