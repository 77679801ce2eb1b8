import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { numberFrom } from '#core/fairness/rejection.ts';
import { bigEndian, setBigEndian } from '#core/fairness/result.ts';
import { seedBytes } from '#core/proofs/seed-chain.ts';
import { drawNumbers } from './prizes.ts';

/** One entry of the daily draw. */
export interface DrawEntry {
  /** Account name; letter case makes no difference. */
  readonly username: string;
  /** The member’s own seed when the entry was drawn: 16 bytes, lower-case hex. */
  readonly clientSeed: string;
  /** Number of the entry among the member’s of that day (UTC), from 1, without gaps. */
  readonly entry: number;
}

/** Whether this can be a member’s own seed: 16 bytes in lower-case hex. */
export function isClientSeed(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * The numbers of entries drawn with one day’s seed, 0 to 999,999: HMAC-SHA-256(seed, client seed || entry as 8 bytes, big-endian || account name in lower case
 * as UTF-8), and of its bytes the number by `numberFrom`; should they not suffice, HMAC-SHA-256(seed, the 32 bytes before) follows. The account name
 * is part of it because a second account with the same client seed would otherwise learn which entry wins. Throws an Error for a client seed that is no hex.
 */
export function drawerOf(seed: Uint8Array): (entry: DrawEntry) => number {
  const keyed = hmac.create(sha256, seed);
  const state = keyed.clone();
  const digest = new Uint8Array(seedBytes);
  const hash = (bytes: Uint8Array): Uint8Array => {
    keyed._cloneInto(state).update(bytes).digestInto(digest);
    return digest;
  };
  let [owner, message] = ['', new Uint8Array()];
  return ({ username, clientSeed, entry }) => {
    const own = `${clientSeed} ${username}`;
    if (own !== owner) {
      message = concatBytes(hexToBytes(clientSeed), bigEndian(0), utf8ToBytes(username.toLowerCase()));
      owner = own;
    }
    setBigEndian(message, clientSeed.length / 2, entry);
    return numberFrom(hash(message), drawNumbers, hash);
  };
}
