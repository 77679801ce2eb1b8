import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Usdt } from '#core/money/amount.ts';
import type { PlanEnd } from '#core/plans/terms.ts';
import type { Digits } from '#core/rounds/categories.ts';

/**
 * Fingerprint of a plan's result: SHA-256, lower-case hex, over the lines id, hash of the candles, end, income in micro-USDT, and the
 * rounds' results in JavaScript's shortest notation, separated by a space.
 */
export function planResultHash(result: {
  readonly plan: string;
  readonly candlesHash: string;
  readonly end: PlanEnd;
  readonly income: Usdt;
  readonly results: readonly number[];
}): string {
  const { plan, candlesHash, end, income, results } = result;
  return hashOf([`plan ${plan}`, candlesHash, end, String(income), results.join(' ')]);
}

/** Fingerprint of a round's result: the same over the lines number, digest of the closing statement, HMAC, and digits. */
export function roundResultHash(result: {
  readonly round: number;
  readonly digest: string;
  readonly hmac: string;
  readonly digits: Digits;
}): string {
  const { round, digest, hmac, digits } = result;
  return hashOf([`round ${round}`, digest, hmac, digits.join(' ')]);
}

const hashOf = (lines: readonly string[]): string => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))));
