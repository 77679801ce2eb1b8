import type { renewBackupCodes as operation } from '#contract/factors.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { drawBackupCodes } from './backup-codes.ts';
import { requirePassword } from './change-login-password.ts';
import { type FactorNeeds, hasAuthenticator, requireFactor } from './factor-check.ts';

/** Draws new backup codes in place of the old ones, used or not. */
export async function renewBackupCodes(
  needs: FactorNeeds,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'address' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, acts, backupCodeKey } = needs;
  const { memberId } = call.member;
  if (!(await hasAuthenticator(tables, memberId))) throw new Refusal('authenticatorUnset');
  await requirePassword(needs, password, call);
  await requireFactor(needs, memberId, factor);
  const backupCodes = await tables.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('authenticator')
      .select('confirmed_at')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst();
    // Turned off meanwhile.
    if (!row?.confirmed_at) throw new Refusal('authenticatorUnset');
    await acts.record(transaction, memberId, 'backupCodesRenewed');
    return await drawBackupCodes(transaction, backupCodeKey, memberId);
  });
  await acts.announce(memberId, 'backupCodesRenewed');
  return { backupCodes };
}
