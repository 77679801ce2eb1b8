import type { closePasswordRequests as operation } from '#contract/identity-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { type ActingOperator, onMember, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { ProposeRecoveryDependencies } from './propose-recovery.ts';
import { deleteRequests } from './recovery/password-requests.ts';
import { withMemberLocked } from './recovery/recovery-store.ts';

/**
 * Closes the requests that the operator saw. One on which a recovery was begun is decided on with that recovery. Throws
 * `memberUnknown`, or `passwordRequestUnknown` where none is left.
 */
export async function closePasswordRequests(
  { tables, wallNow, memberNumbers, operatorEvents }: ProposeRecoveryDependencies,
  { member, through, reason }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  const { memberId } = await requireMember(tables, memberNumbers, member);
  const closed = await withMemberLocked(tables, memberId, async (transaction) => {
    const count = await deleteRequests(transaction, memberId, { through: Number(through), now: wallNow() });
    if (count === 0) throw new Refusal('passwordRequestUnknown');
    const detail = { requests: String(count) };
    await recordOperatorAct(transaction, { by, act: 'passwordRequestsClosed', ...onMember(memberId), reason, detail });
    return count;
  });
  await operatorEvents.publish({ subject: 'approvals', id: '' });
  return { closed };
}
