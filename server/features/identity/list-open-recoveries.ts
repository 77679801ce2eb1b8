import type { ListedRecovery, listOpenRecoveries as operation } from '#contract/identity-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { permissions } from '#contract/roles.ts';
import { hashOfContent } from '#server/platform/approvals/approvals.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isRecovery, selectOpen } from './recovery/recovery-rows.ts';
import {
  approvalLifeMs,
  type ReviewRecoveryDependencies,
  recoveryApprovalsNeeded,
  subjectOf,
} from './recovery/review-recovery.ts';

export interface ListRecoveriesDependencies extends Omit<ReviewRecoveryDependencies, 'acts'> {
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf'>;
}

/** The recoveries that have not ended, the oldest first. */
export async function listOpenRecoveries(
  { tables, wallNow, memberNumbers }: ListRecoveriesDependencies,
  { after = '' }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<ListedRecovery[]> {
  if (after !== '' && !(await isRecovery(tables, after))) throw new Refusal('recordUnknown');
  const now = wallNow();
  const { rows } = await selectOpen(after, now).execute(tables);
  return rows.map(inMs).map((row) => {
    const { id, memberId, username, askedAt, request, takesEffectAt, decisions, approvedBy } = row;
    const { content } = subjectOf(memberId, row);
    const member = memberNumbers.numberOf(memberId);
    const expiresAt = askedAt + approvalLifeMs;
    const state = takesEffectAt ? 'approved' : now >= expiresAt ? 'lapsed' : 'waiting';
    return {
      id,
      member,
      username: username ?? '',
      lost: request ? 'everyWayIn' : 'secondFactors',
      request: request?.id ?? null,
      askedAt,
      state,
      decisions,
      needed: recoveryApprovalsNeeded,
      approvedBy,
      expiresAt,
      takesEffectAt,
      approval: { id: `${member}.${id}`, hash: hashOfContent(content).toString('hex') },
      mayApprove: state === 'waiting' && mayReview(by) && !approvedBy.includes(by.operator),
      mayRefuse: mayReview(by),
    };
  });
}

const mayReview = ({ role }: ActingOperator): boolean =>
  (permissions.reviewRecoveries as readonly string[]).includes(role);
