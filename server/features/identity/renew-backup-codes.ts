import type { renewBackupCodes as operation } from '#contract/identity.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { drawBackupCodes } from './factors/backup-codes.ts';
import { type FactorDependencies, hasAuthenticator, requireFactor } from './factors/factor-check.ts';
import { requirePassword } from './passwords/require-login-password.ts';

/** Replaces all backup codes, used or not. */
export async function renewBackupCodes(
  dependencies: FactorDependencies,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'address' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, acts, backupCodeKey } = dependencies;
  const { memberId } = call.member;
  if (!(await hasAuthenticator(tables, memberId))) throw new Refusal('authenticatorUnset');
  await requirePassword(dependencies, password, call);
  await requireFactor(dependencies, memberId, factor);
  const backupCodes = await tables.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('authenticator')
      .select('confirmed_at')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst();
    // The app was turned off meanwhile.
    if (!row?.confirmed_at) throw new Refusal('authenticatorUnset');
    await acts.record(transaction, memberId, 'backupCodesRenewed');
    return await drawBackupCodes(transaction, backupCodeKey, memberId);
  });
  await acts.announce(memberId, 'backupCodesRenewed');
  return { backupCodes };
}
