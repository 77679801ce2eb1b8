import type { removeAuthenticator as operation } from '#contract/factors.ts';
import type { InputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requirePassword } from './change-login-password.ts';
import { type FactorNeeds, hasAuthenticator, requireFactor } from './factor-check.ts';

/** Turns the authenticator app off for who knows the password and has the app or a backup code. */
export async function removeAuthenticator(
  needs: FactorNeeds,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'address' | 'member'>,
): Promise<Record<string, never>> {
  const { tables, acts } = needs;
  const { memberId } = call.member;
  if (!(await hasAuthenticator(tables, memberId))) throw new Refusal('authenticatorUnset');
  await requirePassword(needs, password, call);
  await requireFactor(needs, memberId, factor);
  const isRemoved = await tables.transaction().execute(async (transaction) => {
    const removed = await transaction.deleteFrom('authenticator').where('member_id', '=', memberId).executeTakeFirst();
    if (removed.numDeletedRows === 0n) return false;
    await acts.record(transaction, memberId, 'authenticatorRemoved');
    return true;
  });
  if (isRemoved) await acts.announce(memberId, 'authenticatorRemoved');
  return {};
}
