import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Usdt, usdt } from '#core/money/amount.ts';
import {
  afterRequest,
  isLooser,
  keptLimit,
  type LossLimit,
  limitAt,
  looseningMs,
  noLossLimit,
  roomLeft,
} from './loss-limits.ts';

const hundred = usdt(100_000_000n);
const fifty = usdt(50_000_000n);

test('a first limit and a tighter one count at once', () => {
  expect(afterRequest(noLossLimit, hundred, 5)).toEqual({ amount: hundred, next: null });
  expect(afterRequest({ amount: hundred, next: null }, fifty, 5)).toEqual({ amount: fifty, next: null });
});

test('a looser one, and none at all, wait a day', () => {
  const limit = { amount: fifty, next: null };
  expect(afterRequest(limit, hundred, 5)).toEqual({ amount: fifty, next: { amount: hundred, at: 5 + looseningMs } });
  const lifting = afterRequest(limit, null, 5);
  expect(lifting).toEqual({ amount: fifty, next: { amount: null, at: 5 + looseningMs } });
  expect(limitAt(lifting, 4 + looseningMs).amount).toBe(fifty);
  expect(limitAt(lifting, 5 + looseningMs)).toEqual(noLossLimit);
});

test('once the looser one counts, a request is held against that', () => {
  const waited = { amount: fifty, next: { amount: hundred, at: looseningMs } };
  expect(afterRequest(waited, hundred, looseningMs)).toEqual({ amount: hundred, next: null });
  const lifted = { amount: fifty, next: { amount: null, at: looseningMs } };
  expect(afterRequest(lifted, hundred, looseningMs)).toEqual({ amount: hundred, next: null });
  expect(afterRequest(lifted, hundred, looseningMs - 1).next).toEqual({ amount: hundred, at: 2 * looseningMs - 1 });
});

test('a new wish calls off what waits; a looser one begins its day again', () => {
  const waiting = afterRequest({ amount: fifty, next: null }, null, 0);
  expect(afterRequest(waiting, fifty, 10)).toEqual({ amount: fifty, next: null });
  expect(afterRequest(waiting, hundred, 10).next).toEqual({ amount: hundred, at: 10 + looseningMs });
  expect(keptLimit(waiting, 10)).toEqual({ amount: fifty, next: null });
  expect(keptLimit(waiting, looseningMs)).toEqual(noLossLimit);
});

test('no order of wishes loosens a limit before a day has passed since the wish', () => {
  const wish = fc.record({
    wanted: fc.option(fc.bigInt({ min: 1n, max: 6n }), { nil: null }),
    keep: fc.boolean(),
    afterMs: fc.integer({ min: 0, max: 2 * looseningMs }),
  });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 30 }), (wishes) => {
      let now = 0;
      let limit: LossLimit = noLossLimit;
      const asked: { wanted: Usdt | null; at: number }[] = [];
      for (const { wanted, keep, afterMs } of wishes) {
        const before = limitAt(limit, now).amount;
        limit = keep ? keptLimit(limit, now) : afterRequest(limit, wanted === null ? null : usdt(wanted), now);
        expect(isLooser(limitAt(limit, now).amount, before)).toBe(false);
        if (!keep) asked.push({ wanted: wanted === null ? null : usdt(wanted), at: now });
        const later = now + afterMs;
        const loosened = limitAt(limit, later).amount;
        if (isLooser(loosened, limitAt(limit, now).amount)) {
          expect(asked.some((one) => one.wanted === loosened && one.at + looseningMs <= later)).toBe(true);
        }
        now = later;
      }
    }),
  );
});

test('what may still be put at risk is never negative', () => {
  expect(roomLeft({ limit: fifty, lost: usdt(20_000_000n), atRisk: usdt(10_000_000n) })).toBe(20_000_000n);
  expect(roomLeft({ limit: fifty, lost: hundred, atRisk: usdt(0n) })).toBe(0n);
});
