import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '../money/amount.ts';
import { limitPeriods } from './loss-limits.ts';
import { exclusionText, limitText, readExclusionText, readLimitText } from './protection-texts.ts';

const amount = fc.option(fc.bigInt({ min: 1n, max: 10n ** 15n }).map(usdt));
const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });

test('a text says a protection whole: what is read from it is what was written', () => {
  const limit = fc.record({ amount, next: fc.option(fc.record({ amount, at: moment })) });
  fc.assert(
    fc.property(fc.constantFrom(...limitPeriods), limit, (period, written) => {
      expect(readLimitText(limitText(period, written))).toEqual({ period, limit: written });
      expect(readExclusionText(limitText(period, written))).toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.record({ endsAt: moment, liftsAt: fc.option(moment) }), (written) => {
      expect(readExclusionText(exclusionText(written))).toEqual(written);
      expect(readLimitText(exclusionText(written))).toBeNull();
    }),
  );
});

test('texts are as the history shows them, and those that entries had before they said all are none', () => {
  const at = Date.UTC(2026, 4, 2);
  expect(limitText('day', { amount: usdt(5_000_000n), next: null })).toBe('day 5.00 USDT');
  expect(limitText('week', { amount: usdt(1n), next: { amount: null, at } })).toBe(
    'week 0.000001 USDT, none from 2026-05-02T00:00:00.000Z',
  );
  expect(exclusionText({ endsAt: at, liftsAt: at - 1 })).toBe('2026-05-02T00:00:00.000Z, 2026-05-01T23:59:59.999Z');
  for (const text of ['', '5.00 USDT', 'year 5.00 USDT', 'day x USDT', '**** 4242'])
    expect(readLimitText(text)).toBeNull();
  for (const text of ['', 'phone']) expect(readExclusionText(text)).toBeNull();
});
