import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
  PasskeySignature,
} from '#contract/passkey-forms.ts';
import { origin } from '../factors/second-factor.fixture.ts';

/** Ways in which a device, or an attacker, may answer wrongly. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the device has made sure that its owner uses it. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly key?: KeyObject;
}

/** A device that makes passkeys, as far as WebAuthn sees it: ES256, no attestation. */
export interface PasskeyDevice {
  readonly credentialId: string;
  make(creation: PasskeyCreation, lies?: Lies): PasskeyRegistration;
  use(request: PasskeyRequest, lies?: Lies): PasskeySignature;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest();

/** `counts`: goes up by one with each use, or stays 0 as a synced passkey does. */
export function createDevice({ counts = true }: { readonly counts?: boolean } = {}): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';
  const clientDataOf = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorDataOf = (rpId: string, attested: Buffer, lies: Lies): Buffer => {
    if (counts) counter += 1;
    const said = Buffer.alloc(4);
    said.writeUInt32BE(lies.counter ?? counter);
    const flags = 0x01 | (lies.verified === false ? 0 : 0x04) | (counts ? 0 : 0x18) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags), said, attested]);
  };
  return {
    credentialId: base64url(id),
    make(creation, lies = {}) {
      userHandle = creation.user.id;
      const clientData = clientDataOf('webauthn.create', creation.challenge, lies);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKeyOf(publicKey)]);
      const authData = authenticatorDataOf(creation.rp.id, attested, lies);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const attestationObject = base64url(isoCBOR.encode(attestation as never));
      const response = { clientDataJSON: base64url(clientData), attestationObject };
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response };
    },
    use(request, lies = {}) {
      const clientData = clientDataOf('webauthn.get', request.challenge, lies);
      const authData = authenticatorDataOf(request.rpId, Buffer.alloc(0), lies);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), lies.key ?? privateKey);
      const response = {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: lies.userHandle ?? userHandle,
      };
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response };
    },
  };
}

/** The public key as COSE has it: EC2, ES256, P-256, x, y. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key));
}
