import type { Transaction } from 'kysely';
import type { proposeRecovery as operation } from '#contract/identity-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { decide } from '#server/platform/approvals/approvals.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hasAuthenticator } from './factors/factor-check.ts';
import { findRequest } from './recovery/password-requests.ts';
import { endRecovery, findOpen, openRecovery, withMemberLocked } from './recovery/recovery-store.ts';
import { approvalLifeMs, type ReviewRecoveryDependencies, subjectOf } from './recovery/review-recovery.ts';

export interface ProposeRecoveryDependencies extends Omit<ReviewRecoveryDependencies, 'acts'> {
  readonly memberNumbers: Pick<MemberNumbers, 'idOf'>;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
}

/**
 * Opens a recovery with the operator's own approval; it never is a second one, which is a decision on what was seen. Throws
 * `recoveryOpen`, `nothingToRecover` or `passwordRequestUnknown`.
 */
export async function proposeRecovery(
  { tables, wallNow, memberNumbers, operatorEvents }: ProposeRecoveryDependencies,
  { member, request: requestId, reason }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  const { memberId } = await requireMember(tables, memberNumbers, member);
  const id = await withMemberLocked(tables, memberId, async (transaction) => {
    const at = wallNow();
    await endLapsed(transaction, memberId, at);
    const request = requestId === undefined ? null : await findRequest(transaction, memberId, requestId, at);
    if (requestId !== undefined && request === null) throw new Refusal('passwordRequestUnknown');
    if (request === null && !(await hasAuthenticator(transaction, memberId))) throw new Refusal('nothingToRecover');
    const recovery = await openRecovery(transaction, memberId, request, at);
    await decide(transaction, subjectOf(memberId, recovery), { by, decision: 'approved', reason, at });
    return recovery.id;
  });
  await operatorEvents.publish({ subject: 'approvals', id: '' });
  return { id };
}

/** Makes room for a new recovery where the second approval of the open one did not come in time. Throws `recoveryOpen` for any other. */
async function endLapsed(transaction: Transaction<unknown>, memberId: bigint, at: number): Promise<void> {
  const open = await findOpen(transaction, memberId);
  if (open === null) return;
  if (open.wait || at < open.askedAt + approvalLifeMs) throw new Refusal('recoveryOpen');
  await endRecovery(transaction, memberId, open.id, 'expired', at);
}
