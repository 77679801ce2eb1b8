import type { OutputOf } from '#contract/operation.ts';
import { approvalKinds, type listApprovals as operation } from '#contract/operators-approvals.ts';
import type { PermittedRoles } from '#contract/roles.ts';
import { partsOfReference, type ReviewedKind } from '#server/platform/approvals/reviews.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { Operator } from '#server/platform/session.ts';

/** Subjects listed of each kind. */
const shownMax = 200;

export interface ListApprovalsDependencies {
  readonly reviewed: readonly ReviewedKind[];
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf'>;
}

/** Everything that waits, the oldest first. Members are named by their numbers: their ids stay inside the server. */
export async function listApprovals(
  { reviewed, memberNumbers }: ListApprovalsDependencies,
  { operator, role }: Operator,
): Promise<OutputOf<typeof operation>> {
  const waiting = (await Promise.all(reviewed.map((kind) => kind.list(shownMax)))).flat();
  return waiting
    .toSorted((one, other) => one.askedAt - other.askedAt)
    .map((one) => {
      const roles: PermittedRoles = approvalKinds[one.kind];
      const { memberId, id } = partsOfReference(one.id);
      const member = memberId === 0n ? null : memberNumbers.numberOf(memberId);
      const mayDecide = roles.includes(role) && !one.approvedBy.includes(operator);
      return { ...one, id: `${member ?? 0}.${id}`, member, mayDecide };
    });
}
