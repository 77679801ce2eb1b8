import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { chainDaysMax, chainOf, tipOf } from '#core/proofs/seed-chain.ts';

/**
 * The order in which a replay plays recorded days. Day d of the replay (from 0) has the secret key d of a seed chain: its tip,
 * published before day 0, commits to every day to come.
 */

/** How many of a recording's days the history is long; none of them is drawn again meanwhile. About two thirds. */
export function distinctDays(recordedDays: number): number {
  return Math.floor((recordedDays * 2) / 3);
}

/** The key of the day so many days before that of `key`, both in lower-case hex. */
export function earlierKey(key: string, days: number): string {
  return bytesToHex(chainOf(hexToBytes(key), days + 1)[0] as Uint8Array);
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
  const isSound = Number.isSafeInteger(day) && day >= 0 && day < chainDaysMax && /^[0-9a-f]{64}$/.test(key);
  if (!isSound || !Number.isSafeInteger(recordedDays) || recordedDays < 1) return null;
  const keys = chainOf(hexToBytes(key), day + 1);
  if (tipOf(keys) !== commitment) return null;
  const order: number[] = [];
  for (const one of keys) order.push(drawDay(one, recordedDays, order));
  return order;
}
