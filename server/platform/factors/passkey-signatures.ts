import type {
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
  PasskeySignature,
} from '#contract/passkey-forms.ts';
import { Refusal } from '../refusal.ts';
import { challengeMsMax } from './passkey-challenges.ts';
import type { PasskeySite } from './passkey-site.ts';

/** COSE algorithms EdDSA, ES256 and RS256. */
const passkeyAlgorithms = [-8, -7, -257];

/** What a browser needs to make a passkey; `userHandle` must not reveal whose it is. */
export async function passkeyCreationOf(
  site: PasskeySite,
  owner: { readonly name: string; readonly userHandle: Buffer; readonly known: readonly Buffer[] },
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Clearlot',
    rpID: site.rpId,
    userName: owner.name,
    userID: new Uint8Array(owner.userHandle),
    userDisplayName: owner.name,
    timeout: challengeMsMax,
    attestationType: 'none',
    supportedAlgorithmIDs: passkeyAlgorithms,
  });
  return {
    rp: { id: site.rpId, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeMsMax,
    excludeCredentials: owner.known.map((id) => ({ id: id.toString('base64url'), type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** What a browser needs to sign in with any passkey of this site. */
export async function passkeyRequestOf({ rpId }: PasskeySite): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  return { challenge, rpId, timeout: challengeMsMax, userVerification: 'required' };
}

export interface MadePasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly synced: boolean;
}

/** Challenge, origin, site, the owner's verification and the key itself; throws `passkeyRefused`. */
export async function verifyRegistration(
  credential: PasskeyRegistration,
  challenge: string,
  site: PasskeySite,
): Promise<MadePasskey> {
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

/** Challenge, origin, site, the owner's verification and the signature; throws `passkeyRefused`. */
export async function verifySignature(
  credential: PasskeySignature,
  publicKey: Buffer,
  challenge: string,
  site: PasskeySite,
): Promise<{ readonly counter: number; readonly synced: boolean }> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpId,
    requireUserVerification: true,
    // The counter is checked by the database, atomically for concurrent uses.
    credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => {
    throw new Refusal('passkeyRefused');
  });
  if (!verified) throw new Refusal('passkeyRefused');
  return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
}
