import type { ListedRecovery, listOpenRecoveries as operation } from '#contract/identity-operators.ts';
import type { InputOf } from '#contract/operation.ts';
import { permissions } from '#contract/roles.ts';
import { hashOfContent } from '#server/platform/approvals/approvals.ts';
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
  const rows = await selectOpen(tables, after, now).execute();
  return rows.map(({ id, member_id, username, asked_at, request_id, password_hash, takes_effect_at, ...decided }) => {
    const { decisions, approvedBy } = decided;
    const request = request_id && password_hash ? { id: request_id, passwordHash: password_hash } : null;
    const { content } = subjectOf(member_id, { id, askedAt: asked_at.getTime(), request });
    const member = memberNumbers.numberOf(member_id);
    const expiresAt = asked_at.getTime() + approvalLifeMs;
    const state = takes_effect_at ? 'approved' : now >= expiresAt ? 'lapsed' : 'waiting';
    return {
      id,
      member,
      username: username ?? '',
      lost: request ? 'everyWayIn' : 'secondFactors',
      request: request_id,
      askedAt: asked_at.getTime(),
      state,
      decisions,
      needed: recoveryApprovalsNeeded,
      approvedBy,
      expiresAt,
      takesEffectAt: takes_effect_at?.getTime() ?? null,
      approval: { id: `${member}.${id}`, hash: hashOfContent(content).toString('hex') },
      mayApprove: state === 'waiting' && mayReview(by) && !approvedBy.includes(by.operator),
      mayRefuse: mayReview(by),
    };
  });
}

const mayReview = ({ role }: ActingOperator): boolean =>
  (permissions.reviewRecoveries as readonly string[]).includes(role);
