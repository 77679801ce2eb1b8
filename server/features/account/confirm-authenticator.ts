import type { confirmAuthenticator as operation } from '#contract/factors.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { readSession } from './account-cookies.ts';
import { drawBackupCodes } from './backup-codes.ts';
import { requirePassword } from './change-login-password.ts';
import { confirmFactor, type FactorNeeds } from './factor-check.ts';
import type { Sessions } from './sessions.ts';

/**
 * Turns the authenticator app on. Every other device has to sign in anew, with the code: who was in before unseen is out, and nobody's
 * session is older than the protection.
 */
export async function confirmAuthenticator(
  needs: FactorNeeds & { readonly sessions: Sessions },
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { acts, sessions, backupCodeKey, wallNow } = needs;
  const { memberId } = call.member;
  await requirePassword(needs, password, call);
  const backupCodes = await confirmFactor(needs, memberId, factor, async (transaction) => {
    await transaction
      .updateTable('authenticator')
      .set({ confirmed_at: new Date(wallNow()) })
      .where('member_id', '=', memberId)
      .execute();
    await acts.record(transaction, memberId, 'authenticatorSet');
    return await drawBackupCodes(transaction, backupCodeKey, memberId);
  });
  const sessionsEnded = await sessions.endOthers(memberId, readSession(call) ?? '');
  await acts.announce(memberId, 'authenticatorSet');
  return { backupCodes, sessionsEnded };
}
