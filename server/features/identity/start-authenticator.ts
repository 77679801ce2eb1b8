import { sql } from 'kysely';
import type { startAuthenticator as operation } from '#contract/identity-factors.ts';
import type { OutputOf } from '#contract/operation.ts';
import { authenticatorAddress, newAuthenticatorSecret } from '#server/platform/factors/authenticator-code.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Session } from '#server/platform/session.ts';
import { authenticatorPlace, type FactorDependencies } from './factors/factor-check.ts';

/** Creates a secret for an authenticator app. A new start replaces it and does not reset the failure count. */
export async function startAuthenticator(
  { tables, factorSeal, wallNow }: FactorDependencies,
  { memberId, username }: Session,
): Promise<OutputOf<typeof operation>> {
  const secret = newAuthenticatorSecret();
  const sealed = factorSeal.seal(secret, authenticatorPlace(memberId));
  const started = await sql`
    insert into authenticator (member_id, sealed, started_at) values (${memberId}, ${sealed}, ${new Date(wallNow())})
    on conflict (member_id) do update set sealed = excluded.sealed, started_at = excluded.started_at
    where authenticator.confirmed_at is null`.execute(tables);
  if (started.numAffectedRows !== 1n) throw new Refusal('authenticatorSet');
  return { secret, address: authenticatorAddress(secret, username) };
}
