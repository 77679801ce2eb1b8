import { sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { startOperatorAuthenticator as operation } from '#contract/operators-sign-in.ts';
import { authenticatorAddress, newAuthenticatorSecret } from '#server/platform/factors/authenticator-code.ts';
import { operatorPlace } from './operator-factor.ts';
import { requireLink } from './operator-links.ts';
import type { SignInOperatorDependencies } from './sign-in-operator.ts';

/** Draws a secret for the link's operator, which is kept with the link until its first code confirms it. */
export async function startOperatorAuthenticator(
  { tables, factorSeal, wallNow }: Pick<SignInOperatorDependencies, 'tables' | 'factorSeal' | 'wallNow'>,
  { token }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const secret = newAuthenticatorSecret();
  const { operator } = await tables.transaction().execute(async (transaction) => {
    const link = await requireLink(transaction, token, wallNow());
    const sealed = factorSeal.seal(secret, operatorPlace(link.operator));
    await sql`update operator_link set sealed = ${sealed} where token_hash = ${link.tokenHash}`.execute(transaction);
    return link;
  });
  return { secret, address: authenticatorAddress(secret, operator) };
}
