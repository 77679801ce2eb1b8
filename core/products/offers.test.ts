import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { levelsAt } from '#core/plans/levels.ts';
import {
  changeAt,
  financingOffered,
  levelsOffered,
  type OfferChange,
  offerLeast,
  offerMost,
  offerProblem,
  shippedOffers,
} from './offers.ts';

const micro = (units: number) => usdt(BigInt(units) * 1_000_000n);
const change = (changed: Partial<OfferChange>): OfferChange => ({
  ...{ kind: 'level', item: '2', isOpen: true, minimum: micro(100), maximum: micro(200), effectiveFrom: 1_000 },
  ...changed,
});

test('without a change everything is offered as it ships', () => {
  expect(levelsOffered(5, [])).toEqual(levelsAt(5).map((level) => ({ ...level, isOpen: true })));
  expect(financingOffered(5, []).every(({ isOpen }) => isOpen)).toBe(true);
  for (const { kind, item, ...offer } of shippedOffers(0)) expect(offerProblem(kind, item, offer), item).toBeNull();
});

test('a change holds from its moment on, for its product alone, and leaves the terms as they are', () => {
  const changes = [change({ isOpen: false })];
  expect(levelsOffered(999, changes)).toEqual(levelsOffered(999, []));
  const [first, second, ...others] = levelsOffered(1_000, changes);
  const [shippedFirst, shippedSecond, ...shippedOthers] = levelsOffered(1_000, []);
  expect([first, ...others]).toEqual([shippedFirst, ...shippedOthers]);
  expect(second).toEqual({ ...shippedSecond, isOpen: false, amountMin: micro(100), amountMax: micro(200) });
  const closed = [change({ kind: 'financing', item: 'day7', isOpen: false })];
  expect(financingOffered(1_000, closed).map(({ isOpen }) => isOpen)).toEqual([true, false, true, true]);
});

test('of many changes the one that took effect last holds, whatever their order of decision', () => {
  const moments = fc.array(fc.nat({ max: 50 }), { maxLength: 12 });
  fc.assert(
    fc.property(moments, fc.nat({ max: 50 }), (effective, now) => {
      const changes = effective.map((effectiveFrom, place) => change({ effectiveFrom, minimum: micro(place + 1) }));
      const inForce = changes.filter(({ effectiveFrom }) => effectiveFrom <= now);
      const latest = Math.max(...inForce.map(({ effectiveFrom }) => effectiveFrom));
      const expected = inForce.findLast(({ effectiveFrom }) => effectiveFrom === latest);
      expect(changeAt(changes, 'level', '2', now)).toBe(expected);
    }),
  );
});

test('no offer leaves the range, and the first level stays open to all', () => {
  const offer = { isOpen: true, minimum: offerLeast, maximum: offerMost };
  expect(offerProblem('level', '1', offer)).toBeNull();
  expect(offerProblem('level', '1', { ...offer, isOpen: false })).toBe('firstLevelStays');
  expect(offerProblem('level', '2', { ...offer, isOpen: false })).toBeNull();
  expect(offerProblem('level', '9', offer)).toBe('offerUnknown');
  expect(offerProblem('financing', '2', offer)).toBe('offerUnknown');
  for (const wrong of [
    { minimum: usdt(0n) },
    { maximum: usdt(offerMost + 1n) },
    { minimum: micro(3), maximum: micro(2) },
  ])
    expect(offerProblem('financing', 'day7', { ...offer, ...wrong })).toBe('offerBoundsInvalid');
});
