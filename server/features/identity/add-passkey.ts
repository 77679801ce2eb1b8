import type { addPasskey as operation } from '#contract/identity.ts';
import { passkeysMax } from '#contract/identity-schemas.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { PasskeyRegistration } from '#contract/passkey-forms.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { takeChallenge } from './passkeys/passkey-challenges.ts';
import { type PasskeySite, siteOf } from './passkeys/passkey-site.ts';
import { credentialsOf, insertPasskey } from './passkeys/passkey-store.ts';
import { type PasskeyDependencies, passkeyAlgorithms } from './passkeys/passkeys.ts';

/** Stores the passkey that the browser created for the challenge of `startPasskey`. */
export async function addPasskey(
  dependencies: PasskeyDependencies,
  { name, credential }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, acts, publicOrigin, wallNow } = dependencies;
  const { memberId } = call.member;
  const site = siteOf(publicOrigin, call.origin);
  const challenge = await takeChallenge(dependencies, call, memberId);
  if (challenge === null) throw new Refusal('passkeyExpired');
  const made = await verify(credential, challenge, site);
  const now = Math.trunc(wallNow());
  const passkey = { id: newPublicId(now), name: name.trim(), synced: made.synced, addedAt: now };
  await tables.transaction().execute(async (transaction) => {
    // Serialised per member across nodes, so that the limit holds.
    await lockInTransaction(transaction, 'passkeysOfMember', memberId);
    const count = (await credentialsOf(transaction, memberId)).length;
    if (count >= passkeysMax) throw new Refusal('passkeysFull', { maximum: passkeysMax });
    if (!(await insertPasskey(transaction, { ...made, ...passkey, memberId }))) throw new Refusal('passkeyTaken');
    await acts.record(transaction, memberId, 'passkeyAdded', passkey.name);
  });
  await acts.announce(memberId, 'passkeyAdded');
  return { ...passkey, lastUsedAt: null };
}

interface MadePasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly synced: boolean;
}

/** Challenge, origin, site, the owner's verification and the key itself; throws `passkeyRefused`. */
async function verify(credential: PasskeyRegistration, challenge: string, site: PasskeySite): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, attestationObject } = credential.response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(() => {
    throw new Refusal('passkeyRefused');
  });
  if (!registrationInfo) throw new Refusal('passkeyRefused');
  return {
    credentialId: Buffer.from(registrationInfo.credential.id, 'base64url'),
    publicKey: Buffer.from(registrationInfo.credential.publicKey),
    counter: registrationInfo.credential.counter,
    synced: registrationInfo.credentialBackedUp,
  };
}
