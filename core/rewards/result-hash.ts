import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hmacSha256 } from '#core/fairness/hmac.ts';
import type { Usdt } from '#core/money/amount.ts';
import { roundGain } from '#core/plans/engine.ts';
import type { PlanEnd, RoundOutcome } from '#core/plans/terms.ts';
import type { Digits } from '#core/rounds/categories.ts';

/**
 * Fingerprint of a plan's result: SHA-256, lower-case hex, over the lines id, hash of the candles, end, income in micro-USDT, and of each
 * round its result, and the running results at its candle's low and high before any bound, in JavaScript's shortest notation, separated by
 * spaces. No response has the latter two: who sends the fingerprint has run the plan over its candles, by whatever program.
 */
export function planResultHash(result: {
  readonly plan: string;
  readonly candlesHash: string;
  readonly leverage: number;
  readonly end: PlanEnd;
  readonly income: Usdt;
  readonly rounds: readonly RoundOutcome[];
}): string {
  const { plan, candlesHash, leverage, end, income, rounds } = result;
  const steps = rounds.flatMap(({ candle, direction, fee, result: ofRound }, place) => {
    const before = rounds[place - 1]?.running ?? 0;
    const runningAt = (price: number) => before + roundGain(leverage, direction, candle.open, price) - fee;
    return [ofRound, runningAt(candle.low), runningAt(candle.high)];
  });
  return hashOf([`plan ${plan}`, candlesHash, end, String(income), steps.join(' ')]);
}

/**
 * Fingerprint of a round's result: the same over the lines number, digest of the closing statement, HMAC, digits, and the HMAC that would
 * follow (`core/fairness/result.ts`), which no response has.
 */
export function roundResultHash(result: {
  readonly round: number;
  readonly digest: string;
  /** Lower-case hex, as the next. */
  readonly seed: string;
  readonly hmac: string;
  readonly digits: Digits;
}): string {
  const { round, digest, seed, hmac, digits } = result;
  const following = bytesToHex(hmacSha256(hexToBytes(seed), hexToBytes(hmac)));
  return hashOf([`round ${round}`, digest, hmac, digits.join(' '), following]);
}

const hashOf = (lines: readonly string[]): string => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))));
