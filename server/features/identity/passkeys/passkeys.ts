import { hash } from 'node:crypto';
import type { FactorDependencies } from '../factors/factor-check.ts';

export interface PasskeyDependencies extends FactorDependencies {
  /** Where members open the app, from the settings; undefined for the local machine alone. */
  readonly publicOrigin: string | undefined;
}

/** EdDSA, ES256 and RS256 (COSE): what devices in use make. */
export const passkeyAlgorithms = [-8, -7, -257];

/**
 * What a member is called on the device: says nothing of who it is. A registration's proof is the hash of a random token, so that nobody
 * finds one by trying.
 */
export function userHandleOf(registrationProof: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from('clearlot passkey user '), registrationProof]), 'buffer');
}
