import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { dayMs } from '#core/time/lengths.ts';
import { coveredPrincipal, daysEarned, fullInterest, interestAfter, maturesAt, payoffSchedule } from './interest.ts';
import { financingProducts, mainProductId } from './products.ts';

const sevenDays = financingProducts.find(({ id }) => id === mainProductId) ?? expect.fail('no main product');
const product = fc.constantFrom(...financingProducts);
const principal = fc.bigInt({ min: 1n, max: 10n ** 17n }).map(usdt);

test('1,000 USDT for seven days at 0.02 % a day pay 1.40 at the end and half of the days so far before it', () => {
  const schedule = payoffSchedule(sevenDays, usdt(1_000_000_000n));
  expect(schedule.map(({ interest }) => interest)).toEqual([
    0n,
    100_000n,
    200_000n,
    300_000n,
    400_000n,
    500_000n,
    600_000n,
    1_400_000n,
  ]);
  expect(schedule.at(-1)).toEqual({ day: 7, interest: 1_400_000n, payoff: 1_001_400_000n });
});

test('interest is rounded once and toward zero: one unit short of a whole one is not paid', () => {
  const terms = { days: 3, dailyRatePpm: 100, earlyExitKeepsPercent: 50 };
  expect(fullInterest(terms, usdt(3_333n))).toBe(0n);
  expect(fullInterest(terms, usdt(3_334n))).toBe(1n);
  expect(interestAfter(terms, usdt(19_999n), 1)).toBe(0n);
  expect(interestAfter(terms, usdt(20_000n), 1)).toBe(1n);
  // Three quarters of one unit and a third: rounded before the share is taken, it would be none.
  expect(interestAfter({ ...terms, earlyExitKeepsPercent: 75 }, usdt(13_334n), 1)).toBe(1n);
});

test('whatever the day, the principal comes back, and no day pays less than the one before it', () => {
  fc.assert(
    fc.property(product, principal, (terms, amount) => {
      let before = -1n;
      for (const { interest, payoff } of payoffSchedule(terms, amount)) {
        expect(payoff).toBe(amount + interest);
        expect(interest >= before && interest <= fullInterest(terms, amount)).toBe(true);
        before = interest;
      }
    }),
  );
});

test('leaving early never pays more than the published share of what the days earned, and splitting a principal gains nothing', () => {
  fc.assert(
    fc.property(product, principal, principal, fc.nat(), (terms, one, other, number) => {
      const day = number % terms.days;
      const exact = one * BigInt(terms.dailyRatePpm * day * terms.earlyExitKeepsPercent);
      const paid = interestAfter(terms, one, day) * 100_000_000n;
      expect(paid <= exact && exact - paid < 100_000_000n).toBe(true);
      for (const each of [day, terms.days]) {
        const apart = interestAfter(terms, one, each) + interestAfter(terms, other, each);
        expect(apart <= interestAfter(terms, usdt(one + other), each)).toBe(true);
      }
    }),
  );
});

test('funds cover exactly the largest principal whose interest they can pay', () => {
  fc.assert(
    fc.property(product, fc.bigInt({ min: 0n, max: 10n ** 12n }).map(usdt), (terms, funds) => {
      const most = coveredPrincipal(terms, funds);
      expect(fullInterest(terms, most) <= funds).toBe(true);
      expect(fullInterest(terms, usdt(most + 1n)) > funds).toBe(true);
    }),
  );
});

test('a day counts once its 24 hours are full, and none after maturity', () => {
  const start = Date.UTC(2026, 2, 29, 0, 30);
  const earned = (after: number) => daysEarned(sevenDays, start, start + after);
  expect([0, dayMs - 1, dayMs, 2 * dayMs - 1, 7 * dayMs, 70 * dayMs, -1].map(earned)).toEqual([0, 0, 1, 1, 7, 7, 0]);
  expect(maturesAt(sevenDays, start)).toBe(start + 7 * dayMs);
});

test('the terms have no day before the first and none after the last', () => {
  for (const day of [-1, 8, 1.5, Number.NaN]) expect(() => interestAfter(sevenDays, usdt(1n), day)).toThrow(RangeError);
});

test('every product has its own number of days, a name to be sent by, and a share that leaves something to stay for', () => {
  expect(financingProducts.map(({ days }) => days)).toEqual([1, 7, 14, 30]);
  expect(new Set(financingProducts.map(({ id }) => id)).size).toBe(financingProducts.length);
  for (const { earlyExitKeepsPercent, minimum, maximum } of financingProducts) {
    expect(earlyExitKeepsPercent >= 0 && earlyExitKeepsPercent < 100 && minimum < maximum).toBe(true);
  }
});
