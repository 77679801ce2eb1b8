import type { startPasskey as operation } from '#contract/identity.ts';
import { passkeysMax } from '#contract/identity-schemas.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findMember } from './members/member-store.ts';
import { challengeMsMax, keepChallenge } from './passkeys/passkey-challenges.ts';
import { siteOf } from './passkeys/passkey-site.ts';
import { credentialsOf } from './passkeys/passkey-store.ts';
import { type PasskeyDependencies, passkeyAlgorithms, userHandleOf } from './passkeys/passkeys.ts';
import { type ReauthenticationDependencies, reauthenticate } from './passwords/reauthenticate.ts';

/** Starts adding a passkey. It requires the password: a session alone must not gain permanent access. */
export async function startPasskey(
  dependencies: PasskeyDependencies & ReauthenticationDependencies,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, publicOrigin } = dependencies;
  const { memberId, username } = call.member;
  const site = siteOf(publicOrigin, call.origin);
  await reauthenticate(dependencies, { password, factor }, call);
  const known = await credentialsOf(tables, memberId);
  if (known.length >= passkeysMax) throw new Refusal('passkeysFull', { maximum: passkeysMax });
  const member = await findMember(tables, username);
  if (!member) throw new Error(`member ${memberId} has no row`);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Clearlot',
    rpID: site.rpId,
    userName: username,
    userID: new Uint8Array(userHandleOf(member.registrationProof)),
    userDisplayName: username,
    timeout: challengeMsMax,
    attestationType: 'none',
    supportedAlgorithmIDs: passkeyAlgorithms,
  });
  await keepChallenge(dependencies, call, options.challenge, memberId);
  return {
    rp: { id: site.rpId, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMsMax,
    excludeCredentials: known.map((id) => ({ id: id.toString('base64url'), type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}
