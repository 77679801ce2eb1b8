import { hash } from 'node:crypto';
import type { FactorDependencies } from '../factors/factor-check.ts';

export interface PasskeyDependencies extends FactorDependencies {
  /** Public origin of the app, from the settings; undefined for local use only. */
  readonly publicOrigin: string | undefined;
}

/**
 * The WebAuthn user handle, which reveals nothing about the member: derived from the registration's proof, the hash of a random
 * token, so that it cannot be enumerated.
 */
export function userHandleOf(registrationProof: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from('clearlot passkey user '), registrationProof]), 'buffer');
}
