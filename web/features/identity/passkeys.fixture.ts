import { vi } from 'vitest';
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkey-forms.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/** What the server asks of the browser for a signature. */
export const passkeyRequest: PasskeyRequest = {
  ...{ challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', timeout: 60_000, userVerification: 'required' },
};

/** What the server asks of the browser for a new passkey. */
export const passkeyCreation: PasskeyCreation = {
  rp: { id: 'localhost', name: 'Clearlot' },
  user: { id: 'bWVtYmVy', name: 'newcomer7', displayName: 'newcomer7' },
  ...{ challenge: 'Y2hhbGxlbmdl', pubKeyCredParams: [{ alg: -7, type: 'public-key' }], timeout: 60_000 },
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};

/** A browser with passkeys, whose owner answers each prompt at once; `close` closes the next ones, with the name of the browser's error. */
export function fakePasskeys() {
  let closed: string | null = null;
  let prompts = 0;
  const answer = async (response: object): Promise<object> => {
    prompts += 1;
    if (closed !== null) throw new DOMException('closed', closed);
    return {
      id: 'cGFzc2tleQ',
      rawId: bytes('passkey'),
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    };
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: () =>
        answer({ clientDataJSON: bytes('made'), attestationObject: bytes('attested'), getTransports: () => [] }),
      get: () =>
        answer({ clientDataJSON: bytes('signed'), authenticatorData: bytes('data'), signature: bytes('signature') }),
    },
  });
  return {
    prompts: (): number => prompts,
    close: (error: string | null): void => {
      closed = error;
    },
  };
}
