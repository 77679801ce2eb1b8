import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import type { RoundOutcome } from '#core/plans/terms.ts';
import { planResultHash, roundResultHash } from './result-hash.ts';

const candle = { openTime: 0, open: 100, high: 150, low: 50, close: 125, volume: 1 };
const bought: RoundOutcome = { candle, direction: 1, fee: 0.25, result: 0.25, running: 0.25 };
const sold: RoundOutcome = { ...bought, direction: -1, fee: 0, result: -0.5, running: -0.25 };
const plan = {
  ...{ plan: 'P1', candlesHash: 'ab'.repeat(32), leverage: 2, end: 'completed' as const, income: usdt(-250_000n) },
  rounds: [bought, sold],
};
const sha256 = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');

test('the fingerprint of a plan is over its lines, and what each round would have been at its low and high', () => {
  // Bought with twice the amount: -1 and 1 less the fee; sold: 1 and -1 on top of what the first one left.
  const steps = [0.25, -1.25, 0.75, -0.5, 1.25, -0.75];
  expect(planResultHash(plan)).toBe(sha256(['plan P1', plan.candlesHash, 'completed', '-250000', steps.join(' ')]));
});

test('any other result has another fingerprint', () => {
  const others = [
    { plan: 'P2' },
    { candlesHash: 'cd'.repeat(32) },
    { leverage: 3 },
    { end: 'maximumLoss' as const },
    { income: usdt(250_000n) },
    { rounds: [bought] },
    { rounds: [{ ...bought, running: 0.5 }, sold] },
    { rounds: [{ ...bought, fee: 0 }, sold] },
  ];
  const hashes = [plan, ...others.map((other) => ({ ...plan, ...other }))].map(planResultHash);
  expect(new Set(hashes).size).toBe(others.length + 1);
});

test('the fingerprint of a round has the HMAC that would follow, which its seed alone gives', () => {
  const [seed, hmac] = ['01'.repeat(32), '02'.repeat(32)];
  const following = createHmac('sha256', Buffer.from(seed, 'hex')).update(Buffer.from(hmac, 'hex')).digest('hex');
  const round = { round: 7, digest: 'ef'.repeat(32), seed, hmac, digits: [0, 2, 9] as const };
  expect(roundResultHash(round)).toBe(sha256(['round 7', round.digest, hmac, '0 2 9', following]));
});
