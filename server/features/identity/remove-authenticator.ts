import type { removeAuthenticator as operation } from '#contract/identity.ts';
import type { InputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type FactorDependencies, hasAuthenticator, requireFactor } from './factors/factor-check.ts';
import { requirePassword } from './passwords/require-login-password.ts';

/** Turns the authenticator app off; requires the password and an app code or a backup code. */
export async function removeAuthenticator(
  dependencies: FactorDependencies,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'address' | 'member'>,
): Promise<Record<string, never>> {
  const { tables, acts } = dependencies;
  const { memberId } = call.member;
  if (!(await hasAuthenticator(tables, memberId))) throw new Refusal('authenticatorUnset');
  await requirePassword(dependencies, password, call);
  await requireFactor(dependencies, memberId, factor);
  const isRemoved = await tables.transaction().execute(async (transaction) => {
    const removed = await transaction.deleteFrom('authenticator').where('member_id', '=', memberId).executeTakeFirst();
    if (removed.numDeletedRows === 0n) return false;
    await acts.record(transaction, memberId, 'authenticatorRemoved');
    return true;
  });
  if (isRemoved) await acts.announce(memberId, 'authenticatorRemoved');
  return {};
}
