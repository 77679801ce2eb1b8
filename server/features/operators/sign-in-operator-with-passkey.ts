import { type Kysely, sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { signInOperatorWithPasskey as operation } from '#contract/operators-sign-in.ts';
import { takeChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { verifySignature } from '#server/platform/factors/passkey-signatures.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { type ActingOperator, requireActing } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type EnterOperatorDependencies, enterOperator, welcomeOperator } from './enter-operator.ts';

export interface OperatorPasskeyDependencies extends EnterOperatorDependencies {
  /** Public origin of the app, from the settings; undefined for local use only. */
  readonly publicOrigin: string | undefined;
}

/** Signs an operator in with a passkey. An unknown one, a member's, a copied one and a wrong signature get the same refusal. */
export async function signInOperatorWithPasskey(
  dependencies: OperatorPasskeyDependencies,
  { credential }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, wallNow, securityLog, publicOrigin } = dependencies;
  const site = siteOf(publicOrigin, call.origin);
  const challenge = await takeChallenge(dependencies, call, 'operatorSignIn');
  const credentialId = Buffer.from(credential.id, 'base64url');
  const entered = await findPasskey(tables, credentialId)
    .then(async (passkey) => {
      if (!passkey) throw new Refusal('passkeyRefused');
      const { counter } = await verifySignature(credential, passkey.publicKey, challenge, site);
      const { operator, role } = passkey;
      const token = await tables.transaction().execute(async (transaction) => {
        // The operator before the passkey, the order in which an enrolment by another link locks them.
        await requireActing(transaction, { operator, role });
        if (!(await advance(transaction, credentialId, counter, wallNow()))) throw new Refusal('passkeyRefused');
        return await enterOperator(dependencies, transaction, { operator, role }, 'passkey', call);
      });
      return { token, operator, role };
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal) {
        securityLog.writeBounded('signInRefused', { way: 'operator', address: call.address, reason: error.code });
      }
      throw error;
    });
  return welcomeOperator(dependencies, entered.token, entered, call);
}

async function findPasskey(tables: Kysely<unknown>, credentialId: Buffer) {
  const { rows } = await sql<ActingOperator & { readonly publicKey: Buffer }>`
    select o.name as operator, o.role, p.public_key as "publicKey"
    from operator_passkey as p join operator as o on o.name = p.operator
    where p.credential_id = ${credentialId} and o.ended_at is null`.execute(tables);
  return rows[0];
}

/** Records a use. False when the signature counter has not increased (unless it is always 0): the authenticator was cloned. */
async function advance(tables: Kysely<unknown>, credentialId: Buffer, counter: number, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update operator_passkey set counter = ${counter}, last_used_at = ${new Date(now)}
    where credential_id = ${credentialId} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`.execute(
    tables,
  );
  return numAffectedRows === 1n;
}
