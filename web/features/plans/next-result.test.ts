import { expect, test } from 'vitest';
import { nextResultAt } from './next-result.ts';

const terms = { interval: '5m' } as const;

test('the first result comes when the first round’s candle closes', () => {
  expect(nextResultAt({ rounds: [], startsAt: 600_000, terms })).toBe(900_000);
});

test('after a round the next one’s candle closes two lengths after that round opened', () => {
  expect(nextResultAt({ rounds: [{ openTime: 600_000 }], startsAt: 600_000, terms })).toBe(1_200_000);
});
