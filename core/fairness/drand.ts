import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { quicknet } from './quicknet.ts';
import { bigEndian } from './result.ts';

const { shortSignatures } = bls12_381;
const publicKey = hexToBytes(quicknet.publicKey);

/**
 * Whether a signature (48 bytes, lower-case hex) is quicknet’s own for a round: BLS12-381 with signatures on G1, of the SHA-256 of the round’s number as 8
 * bytes, big-endian (drand’s scheme bls-unchained-g1-rfc9380). False for a malformed one. There is one such signature for each round.
 */
export function isDrandSigned(round: number, signature: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || !/^[0-9a-f]{96}$/.test(signature)) return false;
  try {
    const message = shortSignatures.hash(sha256(bigEndian(round)), quicknet.domain);
    return shortSignatures.verify(hexToBytes(signature), message, publicKey);
  } catch {
    return false;
  }
}
