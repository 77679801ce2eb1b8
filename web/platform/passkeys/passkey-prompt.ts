import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type {
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
  PasskeySignature,
} from '#contract/passkey-forms.ts';
import { PasskeyFailure, passkeySupport } from './passkey-failure.ts';

/** Prompts for a new passkey on this device. Throws PasskeyFailure. */
export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyRegistration> {
  const { id, rawId, type, response } = await prompted(() => startRegistration({ optionsJSON: creation }));
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject } };
}

/** Prompts for one of this site's passkeys and signs with it. Throws PasskeyFailure. */
export async function askForPasskey(request: PasskeyRequest): Promise<PasskeySignature> {
  const { id, rawId, type, response } = await prompted(() => startAuthentication({ optionsJSON: request }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const named = userHandle === undefined ? {} : { userHandle };
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, ...named } };
}

async function prompted<Credential>(prompt: () => Promise<Credential>): Promise<Credential> {
  const support = passkeySupport();
  if (support !== 'ready') throw new PasskeyFailure(support);
  try {
    return await prompt();
  } catch (error) {
    throw new PasskeyFailure(kindOf(error), error);
  }
}

/** By the browser's error names. */
function kindOf(error: unknown): PasskeyFailure['kind'] {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  if (name === 'InvalidStateError') return 'known';
  return name === 'SecurityError' ? 'address' : 'failed';
}
