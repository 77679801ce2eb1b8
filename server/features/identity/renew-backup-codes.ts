import { sql } from 'kysely';
import type { renewBackupCodes as operation } from '#contract/identity-factors.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { drawBackupCodes } from './factors/backup-codes.ts';
import { hasAuthenticator } from './factors/factor-check.ts';
import { type ReauthenticationDependencies, reauthenticate } from './passwords/reauthenticate.ts';
import { requireOpenSession } from './sessions/require-open-session.ts';

/** Replaces all backup codes, used or not. */
export async function renewBackupCodes(
  dependencies: ReauthenticationDependencies,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, acts, backupCodeKey } = dependencies;
  const { memberId } = call.member;
  if (!(await hasAuthenticator(tables, memberId))) throw new Refusal('authenticatorUnset');
  await reauthenticate(dependencies, { password, factor }, call);
  const backupCodes = await tables.transaction().execute(async (transaction) => {
    // The lock of a new password, which may have signed this device out since the old one was checked.
    await lockAvailable(transaction, memberId);
    await requireOpenSession(transaction, call);
    const { rows } = await sql`
      select from authenticator where member_id = ${memberId} and confirmed_at is not null for update`.execute(
      transaction,
    );
    // The app was turned off meanwhile.
    if (rows.length === 0) throw new Refusal('authenticatorUnset');
    await acts.record(transaction, memberId, 'backupCodesRenewed');
    return await drawBackupCodes(transaction, backupCodeKey, memberId);
  });
  await acts.announce(memberId, 'backupCodesRenewed');
  return { backupCodes };
}
