import { sql } from 'kysely';
import type { confirmAuthenticator as operation } from '#contract/identity-factors.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { drawBackupCodes } from './factors/backup-codes.ts';
import { confirmFactor, type FactorDependencies, hasAuthenticator } from './factors/factor-check.ts';
import { reauthenticate } from './passwords/reauthenticate.ts';
import { readSession } from './sessions/identity-cookies.ts';
import { requireOpenSession } from './sessions/require-open-session.ts';
import type { Sessions } from './sessions/sessions.ts';

/**
 * Turns the authenticator app on and signs out every other device, so that no session (an intruder's, for example) predates the
 * second factor.
 */
export async function confirmAuthenticator(
  dependencies: FactorDependencies & { readonly sessions: Sessions },
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { acts, sessions, backupCodeKey, wallNow } = dependencies;
  const { memberId } = call.member;
  if (await hasAuthenticator(dependencies.tables, memberId)) throw new Refusal('authenticatorSet');
  await reauthenticate(dependencies, { password, factor: undefined }, call).catch(async (error: unknown) => {
    // Set by another request meanwhile, the app asks for its code: what is wrong is that it is set.
    throw (await hasAuthenticator(dependencies.tables, memberId)) ? new Refusal('authenticatorSet') : error;
  });
  const { backupCodes, ended } = await confirmFactor(dependencies, memberId, factor, async (transaction) => {
    // Under the lock of a new password, which may have signed this device out since the old one was checked.
    await requireOpenSession(transaction, call);
    await sql`
      update authenticator set confirmed_at = ${new Date(wallNow())} where member_id = ${memberId}`.execute(
      transaction,
    );
    await acts.record(transaction, memberId, 'authenticatorSet');
    return {
      backupCodes: await drawBackupCodes(transaction, backupCodeKey, memberId),
      ended: await sessions.endOthers(transaction, memberId, readSession(call) ?? ''),
    };
  });
  await ended.announce();
  await acts.announce(memberId, 'authenticatorSet');
  return { backupCodes, sessionsEnded: ended.count };
}
