import { type Kysely, sql } from 'kysely';
import type { WaitingApproval } from '#contract/operators-approvals.ts';
import {
  partsOfReference,
  type ReviewDecision,
  type ReviewedKind,
  waitingApproval,
} from '#server/platform/approvals/reviews.ts';
import type { RecoveryTables } from './recovery-tables.ts';
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
async function listWaiting(tables: Kysely<RecoveryTables>, most: number, at: number): Promise<WaitingApproval[]> {
  const rows = await tables
    .selectFrom('account_recovery as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .select(['r.member_id', 'r.id', 'm.username', 'r.asked_at', 'r.request_id', 'r.password_hash'])
    .select(sql<string[]>`approvers_of('recovery', r.member_id || '.' || r.id, ${new Date(at)})`.as('approvedBy'))
    .where('r.ended_at', 'is', null)
    .where('r.takes_effect_at', 'is', null)
    .where('r.asked_at', '>', new Date(at - approvalLifeMs))
    .orderBy('r.asked_at')
    .limit(most)
    .execute();
  return rows.map(({ member_id, id, username, asked_at, request_id, password_hash, approvedBy }) => {
    const askedAt = asked_at.getTime();
    const request = request_id && password_hash ? { id: request_id, passwordHash: password_hash } : null;
    const shown = { account: username, request: request?.id ?? '' };
    return waitingApproval(subjectOf(member_id, { id, askedAt, request }), shown, { approvedBy, askedAt });
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
