import { sql } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { resetWithdrawalPassword as operation, WithdrawalPasswordState } from '#contract/security.ts';
import { withdrawalPasswordResetMs } from '#core/withdrawals/rules.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { requireUnknownPassword } from '#server/platform/known-passwords.ts';
import { turnOfMember } from '#server/platform/network.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireToStayUnfrozen, requireUnfrozen } from './freeze.ts';
import { getWithdrawalPassword } from './get-withdrawal-password.ts';
import { lockWithdrawalPassword, takeDueReset } from './withdrawal-password-resets.ts';
import { hasWithdrawalPassword, type WithdrawalPasswordDependencies } from './withdrawal-passwords.ts';

export interface ResetWithdrawalPasswordDependencies extends WithdrawalPasswordDependencies {
  readonly identity: Pick<IdentityCheck, 'requireCaptcha' | 'reauthenticate'>;
}

/**
 * Starts a reset for a member who has forgotten the withdrawal password and passes all other checks. The new password takes effect a
 * day later; until then the old one stays valid, with its lock.
 */
export async function resetWithdrawalPassword(
  dependencies: ResetWithdrawalPasswordDependencies,
  input: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<WithdrawalPasswordState> {
  const { tables, passwords, acts, identity, clock } = dependencies;
  const { memberId } = call.member;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  await requireUnknownPassword(input.password);
  if (!(await hasWithdrawalPassword(tables, memberId))) throw new Refusal('withdrawalPasswordUnset');
  await requireUnfrozen(tables, memberId);
  passwords.requireRoom(turnOfMember(memberId));
  await identity.requireCaptcha(call, input.code);
  await identity.reauthenticate(call, { password: input.login, factor: input.factor });
  const hash = await passwords.hash(turnOfMember(memberId), input.password);
  const isEarlierApplied = await tables.transaction().execute(async (transaction) => {
    await requireToStayUnfrozen(transaction, memberId);
    await lockWithdrawalPassword(transaction, memberId);
    // A reset whose day is over takes effect first, so that this one replaces nothing that was already valid.
    const isApplied = await takeDueReset(dependencies, transaction, memberId);
    const now = clock.wallNow();
    await sql`
      insert into withdrawal_password_reset (member_id, password_hash, requested_at, active_from)
      values (${memberId}, ${hash}, ${new Date(now)}, ${new Date(now + withdrawalPasswordResetMs)})
      on conflict (member_id) do update set password_hash = excluded.password_hash, requested_at = excluded.requested_at,
        active_from = excluded.active_from`.execute(transaction);
    await acts.record(transaction, memberId, 'withdrawalPasswordResetRequested');
    return isApplied;
  });
  if (isEarlierApplied) await acts.announce(memberId, 'withdrawalPasswordReset');
  await acts.announce(memberId, 'withdrawalPasswordResetRequested');
  return getWithdrawalPassword(tables, memberId, clock.wallNow());
}
