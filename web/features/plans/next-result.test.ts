import { expect, test } from 'vitest';
import { lastResultAt, nextResultAt } from './next-result.ts';

const terms = { interval: '5m' } as const;

test('the first result comes when the first round’s candle closes', () => {
  expect(nextResultAt({ rounds: [], startsAt: 600_000, terms })).toBe(900_000);
});

test('after a round the next one’s candle closes two lengths after that round opened', () => {
  expect(nextResultAt({ rounds: [{ openTime: 600_000 }], startsAt: 600_000, terms })).toBe(1_200_000);
});

test('the last round closes as many candles later as are left, counted from the last one that closed', () => {
  const plan = { roundsTotal: 12 };
  expect(lastResultAt({ rounds: [], startsAt: 600_000, terms, plan })).toBe(600_000 + 12 * 300_000);
  // After a gap of the market the rest of the plan is later.
  const rounds = [{ openTime: 600_000 }, { openTime: 3_600_000 }];
  expect(lastResultAt({ rounds, startsAt: 600_000, terms, plan })).toBe(3_600_000 + 11 * 300_000);
  const all = Array.from({ length: 12 }, (_, round) => ({ openTime: 600_000 + round * 300_000 }));
  expect(lastResultAt({ rounds: all.slice(0, 11), startsAt: 600_000, terms, plan })).toBe(600_000 + 12 * 300_000);
});
