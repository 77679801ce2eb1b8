import { sha256 } from '@noble/hashes/sha2.js';

const blockBytes = 64;
const hashBytes = 32;
const blank = sha256.create();
const state = sha256.create();
const padded = new Uint8Array(blockBytes);

/**
 * HMAC-SHA-256 (RFC 2104) with a key of at most 64 bytes. It is made of the library’s SHA-256 with one state for all messages, because a new key for each of a
 * million results takes the library’s own HMAC twice as long. Throws a RangeError for a longer key.
 */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  if (key.length > blockBytes) throw new RangeError(`a key of ${key.length} bytes`);
  const digest = new Uint8Array(hashBytes);
  hashInto(digest, key, 0x36, message);
  hashInto(digest, key, 0x5c, digest);
  return digest;
}

function hashInto(digest: Uint8Array, key: Uint8Array, mask: number, message: Uint8Array): void {
  padded.fill(mask);
  for (let at = 0; at < key.length; at++) padded[at] = (key[at] as number) ^ mask;
  blank._cloneInto(state).update(padded).update(message).digestInto(digest);
}
