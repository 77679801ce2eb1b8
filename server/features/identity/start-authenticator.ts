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
  const drawn = { sealed: factorSeal.seal(secret, authenticatorPlace(memberId)), started_at: new Date(wallNow()) };
  const started = await tables
    .insertInto('authenticator')
    .values({ member_id: memberId, ...drawn })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet(drawn).where('authenticator.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  if (started.numInsertedOrUpdatedRows !== 1n) throw new Refusal('authenticatorSet');
  return { secret, address: authenticatorAddress(secret, username) };
}
