import { type startPasskey as operation, passkeysMax } from '#contract/factors.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requirePassword } from './change-login-password.ts';
import { requireFactor } from './factor-check.ts';
import { findMember } from './member-store.ts';
import { challengeMsMax, keepChallenge } from './passkey-challenges.ts';
import { type PasskeyNeeds, passkeyAlgorithms, userHandleOf } from './passkey-needs.ts';
import { siteOf } from './passkey-site.ts';
import { credentialsOf } from './passkey-store.ts';

/** A passkey signs in for ever: an open session alone is not enough to add one. */
export async function startPasskey(
  needs: PasskeyNeeds,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, publicOrigin } = needs;
  const { memberId, username } = call.member;
  const site = siteOf(publicOrigin, call.origin);
  await requirePassword(needs, password, call);
  await requireFactor(needs, memberId, factor);
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
  await keepChallenge(needs, call, options.challenge, memberId);
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
