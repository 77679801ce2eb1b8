import { sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { enrolOperatorPasskey as operation } from '#contract/operators-sign-in.ts';
import { takeChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { verifyRegistration } from '#server/platform/factors/passkey-signatures.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { enterOperator, welcomeOperator } from './enter-operator.ts';
import { requireLink, spendLink } from './operator-links.ts';
import type { OperatorPasskeyDependencies } from './sign-in-operator-with-passkey.ts';

/** Keeps the operator's passkey; link, passkey and session in one transaction. */
export async function enrolOperatorPasskey(
  dependencies: OperatorPasskeyDependencies,
  { token, name, credential }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent' | 'origin' | 'locale'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, wallNow, publicOrigin } = dependencies;
  const site = siteOf(publicOrigin, call.origin);
  const { operator } = await requireLink(tables, token, wallNow());
  const challenge = await takeChallenge(dependencies, call, `operator ${operator}`);
  const made = await verifyRegistration(credential, challenge, site);
  const entered = await tables.transaction().execute(async (transaction) => {
    const link = await requireLink(transaction, token, wallNow());
    const enrolled = { act: 'passkeyEnrolled', name: name.trim(), locale: call.locale } as const;
    await spendLink(transaction, link, enrolled, wallNow());
    const { numAffectedRows } = await sql`
      insert into operator_passkey (credential_id, operator, name, public_key, counter, added_at)
      values (${made.credentialId}, ${operator}, ${enrolled.name}, ${made.publicKey}, ${made.counter},
        ${new Date(wallNow())})
      on conflict do nothing`.execute(transaction);
    if (numAffectedRows !== 1n) throw new Refusal('passkeyTaken');
    const session = await enterOperator(dependencies, transaction, link, 'link', call);
    return { session, operator, role: link.role };
  });
  return welcomeOperator(dependencies, entered.session, entered, call);
}
