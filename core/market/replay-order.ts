import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/**
 * The order in which a replay plays recorded days. Day d of the replay (from 0) has a secret key of 32 bytes, and the key of
 * each day is the SHA-256 of the key of the next: the hash of key 0, published before day 0, commits to every day to come, and a
 * key that is revealed once its day has been played can be held against it by hashing, while no later key follows from it.
 */

/** Days that one chain of keys is long: a hundred years. */
export const replayDaysMax = 36_525;

const keyBytes = 32;

/** How many of a recording's days the history is long; none of them is drawn again meanwhile. About two thirds. */
export function distinctDays(recordedDays: number): number {
  return Math.floor((recordedDays * 2) / 3);
}

/** The keys of days 0 to `days` - 1, 32 bytes each; the secret seed is the last of them. Throws a RangeError for another length. */
export function replayKeys(seed: Uint8Array, days: number = replayDaysMax): readonly Uint8Array[] {
  if (seed.length !== keyBytes) throw new RangeError(`a seed has ${keyBytes} bytes, not ${seed.length}`);
  const keys = [seed];
  for (let day = 1; day < days; day++) keys.push(sha256(keys[day - 1] as Uint8Array));
  return keys.reverse();
}

/** What is published before the first day: the SHA-256 of key 0, lower-case hex. */
export function commitmentTo(keys: readonly Uint8Array[]): string {
  return bytesToHex(sha256(keys[0] ?? new Uint8Array()));
}

/**
 * The recorded day, from 0, that a key draws: one of those that were not played on the `distinctDays` days before, in
 * ascending order, at the place (first six bytes of the key, big-endian) mod (number of them).
 */
export function drawDay(key: Uint8Array, recordedDays: number, playedBefore: readonly number[]): number {
  const distinct = distinctDays(recordedDays);
  const recent = new Set(distinct === 0 ? [] : playedBefore.slice(-distinct));
  const candidates: number[] = [];
  for (let day = 0; day < recordedDays; day++) if (!recent.has(day)) candidates.push(day);
  let number = 0;
  for (const byte of key.subarray(0, 6)) number = number * 256 + byte;
  return candidates[number % candidates.length] as number;
}

/** What is revealed once a day has been played. */
export interface ReplayReveal {
  /** Published before day 0, lower-case hex. */
  readonly commitment: string;
  /** Day of the replay, from 0. */
  readonly day: number;
  /** Key of that day, lower-case hex. */
  readonly key: string;
  /** Number of days of the recording. */
  readonly recordedDays: number;
}

/**
 * The recorded days that were played on days 0 to `day`, computed from the revealed key alone, or null when the key is not
 * the one that was committed to.
 */
export function revealedOrder({ commitment, day, key, recordedDays }: ReplayReveal): readonly number[] | null {
  const isSound = Number.isSafeInteger(day) && day >= 0 && day < replayDaysMax && /^[0-9a-f]{64}$/.test(key);
  if (!isSound || !Number.isSafeInteger(recordedDays) || recordedDays < 1) return null;
  const keys = replayKeys(hexToBytes(key), day + 1);
  if (commitmentTo(keys) !== commitment) return null;
  const order: number[] = [];
  for (const one of keys) order.push(drawDay(one, recordedDays, order));
  return order;
}
