import { sql } from 'kysely';
import type { removeAuthenticator as operation } from '#contract/identity-factors.ts';
import type { InputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { hasAuthenticator } from './factors/factor-check.ts';
import { type ReauthenticationDependencies, reauthenticate } from './passwords/reauthenticate.ts';

/** Turns the authenticator app off; requires the password and an app code or a backup code. */
export async function removeAuthenticator(
  dependencies: ReauthenticationDependencies,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<Record<string, never>> {
  const { tables, acts } = dependencies;
  const { memberId } = call.member;
  if (!(await hasAuthenticator(tables, memberId))) throw new Refusal('authenticatorUnset');
  await reauthenticate(dependencies, { password, factor }, call);
  const isRemoved = await tables.transaction().execute(async (transaction) => {
    const removed = await sql`delete from authenticator where member_id = ${memberId}`.execute(transaction);
    if (removed.numAffectedRows === 0n) return false;
    await acts.record(transaction, memberId, 'authenticatorRemoved');
    return true;
  });
  if (isRemoved) await acts.announce(memberId, 'authenticatorRemoved');
  return {};
}
