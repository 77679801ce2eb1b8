import type { signInWithPasskey as operation } from '#contract/identity.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { PasskeySignature } from '#contract/passkey-forms.ts';
import { takeChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { verifySignature } from '#server/platform/factors/passkey-signatures.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type EnterDependencies, enter, orLogRefusal } from './enter.ts';
import { advancePasskey, findPasskey, type StoredPasskey } from './passkeys/passkey-store.ts';
import { type PasskeyDependencies, userHandleOf } from './passkeys/passkeys.ts';

type PasskeyCall = Pick<Call, 'cookies' | 'address' | 'userAgent' | 'origin'>;

/** Signs a member in with a passkey. An unknown one, a wrong signature and another member's get the same refusal. */
export async function signInWithPasskey(
  dependencies: PasskeyDependencies & EnterDependencies,
  { credential }: InputOf<typeof operation>,
  call: PasskeyCall,
): Promise<OutputOf<typeof operation>> {
  const checked = checkPasskey(dependencies, credential, call);
  const owner = await orLogRefusal(dependencies.securityLog, { way: 'passkey' }, call, checked);
  const { username } = await enter(dependencies, { way: 'passkey', owner }, call);
  return { username };
}

/** The owner of the passkey, once its signature is verified and its use recorded. */
export async function checkPasskey(
  dependencies: PasskeyDependencies,
  credential: PasskeySignature,
  call: PasskeyCall,
): Promise<StoredPasskey> {
  const { tables, acts, publicOrigin, wallNow, proofUsed } = dependencies;
  const site = siteOf(publicOrigin, call.origin);
  const challenge = await takeChallenge(dependencies, call, 'signIn');
  const credentialId = Buffer.from(credential.id, 'base64url');
  const passkey = await findPasskey(tables, credentialId);
  if (!passkey || !isOwners(passkey, credential)) throw new Refusal('passkeyRefused');
  const use = await verifySignature(credential, passkey.publicKey, challenge, site);
  const isAdvanced = await advancePasskey(tables, credentialId, { ...use, at: wallNow() });
  if (!isAdvanced) {
    await acts.record(tables, passkey.memberId, 'passkeyCopied', passkey.name);
    await acts.announce(passkey.memberId, 'passkeyCopied');
    throw new Refusal('passkeyRefused');
  }
  await proofUsed(passkey.memberId, 'factor');
  return passkey;
}

/** Whether the response's user handle is the passkey owner's; discoverable passkeys always send one. */
function isOwners(passkey: StoredPasskey, { response: { userHandle } }: PasskeySignature): boolean {
  return userHandle === userHandleOf(passkey.registrationProof).toString('base64url');
}
