import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * A chain of secret keys, each the SHA-256 of the next. The tip, which is the SHA-256 of the first key, is published before
 * the first use and commits to all of them. Keys are used and revealed from the first to the last: a revealed one is held against
 * the tip by hashing, and no later one follows from it.
 */

/** Bytes of a key, of a seed and of a tip. */
export const seedBytes = 32;

/** The most days that one chain of keys is long: a hundred years. */
export const chainDaysMax = 36_525;

/**
 * The `length` keys of the chain that ends with `last`, 32 bytes each, in the order of their use. `digest` is SHA-256, where the caller has a
 * faster one. Throws a RangeError for a last key of another length.
 */
export function chainOf(
  last: Uint8Array,
  length: number,
  digest: (bytes: Uint8Array) => Uint8Array = sha256,
): readonly Uint8Array[] {
  if (last.length !== seedBytes) throw new RangeError(`a seed has ${seedBytes} bytes, not ${last.length}`);
  const keys = [last];
  for (let place = 1; place < length; place++) keys.push(digest(keys[place - 1] as Uint8Array));
  return keys.reverse();
}

/** What is published before the first key is used: its SHA-256, lower-case hex. */
export function tipOf(keys: readonly Uint8Array[]): string {
  return bytesToHex(sha256(keys[0] ?? new Uint8Array()));
}

/** The tip that the key at `place` (from 0) of a chain leads to, lower-case hex. */
export function tipFrom(key: Uint8Array, place: number): string {
  let hash = sha256(key);
  for (let step = 0; step < place; step++) hash = sha256(hash);
  return bytesToHex(hash);
}
