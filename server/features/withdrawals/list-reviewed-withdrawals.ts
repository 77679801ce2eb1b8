import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import { type PermittedRoles, permissions } from '#contract/roles.ts';
import type { ReviewedWithdrawal } from '#contract/withdrawals-operators.ts';
import { approvalReference, approversOf, hashOfContent } from '#server/platform/approvals/approvals.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { type ActingOperator, recordOperatorLook } from '#server/platform/operators/operator-acts.ts';
import { withdrawalContent } from './review-withdrawal.ts';
import { reviewedAfter } from './withdrawal-store.ts';

export interface ReviewedDependencies {
  readonly tables: Kysely<unknown>;
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf'>;
  /** In ms. */
  readonly wallNow: () => number;
}

/** Withdrawals of all members that are in review, oldest first, a page after that id, with what the operator may decide on each. */
export async function listReviewedWithdrawals(
  { tables, memberNumbers, wallNow }: ReviewedDependencies,
  after: string,
  by: ActingOperator,
): Promise<ReviewedWithdrawal[]> {
  await recordOperatorLook(tables, { by, act: 'listViewed', subject: 'list withdrawals' });
  const found = await reviewedAfter(tables, after, pageSize);
  const references = found.map(({ memberId, id }) => approvalReference(memberId, id));
  const approvers = await approversOf(tables, 'withdrawal', references, wallNow());
  const mayReview = (permissions.reviewWithdrawals as PermittedRoles).includes(by.role);
  return found.map((withdrawal, place) => {
    const { id, memberId, method, amount, fee, destination, comment, requestedAt, reviewEndsAt } = withdrawal;
    const { approvalsNeeded, approvals, isApproved, refusal, username, toDestination } = withdrawal;
    const shown = { id, method, amount, fee, destination, toDestination, comment, requestedAt, reviewEndsAt };
    const approvedBy = [...(approvers.get(references[place] ?? '') ?? [])];
    const mayRefuse = mayReview && refusal === null && !approvedBy.includes(by.operator);
    const member = memberNumbers.numberOf(memberId);
    const hash = hashOfContent(withdrawalContent(withdrawal)).toString('hex');
    return {
      ...shown,
      member,
      username,
      approvalsNeeded,
      approvals,
      approvedBy,
      refusal,
      approval: { id: `${member}.${id}`, hash },
      mayApprove: mayRefuse && !isApproved,
      mayRefuse,
    };
  });
}
