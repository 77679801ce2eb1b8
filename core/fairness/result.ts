import { bytesToHex } from '@noble/hashes/utils.js';
import type { Digits } from '#core/rounds/categories.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { hmacSha256 } from './hmac.ts';
import { digitsFrom } from './rejection.ts';

/** What a seed and a beacon make of a round. */
export interface RoundResult {
  /** HMAC-SHA-256(seed, round || beacon), lower-case hex. */
  readonly hmac: string;
  readonly digits: Digits;
}

/**
 * The result of a round. The message of the HMAC is 40 bytes: the number of the round as 8 bytes, big-endian, then the 32 bytes of the beacon’s
 * value. The digits are the first three of its bytes by `digitsFrom`; should they not suffice, HMAC-SHA-256(seed, the 32 bytes before) follows.
 */
export function resultOf(seed: Uint8Array, round: RoundNumber, beacon: Uint8Array): RoundResult {
  const bytes = hmacSha256(seed, roundMessage(round, beacon));
  const [first, second, third] = digitsFrom(bytes, 3, (before) => hmacSha256(seed, before));
  return { hmac: bytesToHex(bytes), digits: [first ?? 0, second ?? 0, third ?? 0] };
}

const numberBytes = 8;

function roundMessage(round: RoundNumber, beacon: Uint8Array): Uint8Array {
  const message = new Uint8Array(numberBytes + beacon.length);
  setBigEndian(message, 0, round);
  message.set(beacon, numberBytes);
  return message;
}

/** A safe integer from 0 as 8 bytes, big-endian. */
export function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(numberBytes);
  setBigEndian(bytes, 0, value);
  return bytes;
}

/** Writes a safe integer from 0 into 8 bytes from `at`, big-endian. */
export function setBigEndian(bytes: Uint8Array, at: number, value: number): void {
  let rest = value;
  for (let place = at + numberBytes - 1; place >= at; place--) {
    bytes[place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}
