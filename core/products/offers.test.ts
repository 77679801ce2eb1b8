import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { validateLevels } from '#core/plans/level-rules.ts';
import { levelsAt } from '#core/plans/levels.ts';
import { comingOffers } from './coming.ts';
import {
  areBands,
  bandMost,
  changeAt,
  dailyRateMost,
  financingOffered,
  levelsOffered,
  offerLeast,
  offerMost,
  offerProblem,
  type ProductOfferChange,
  shippedOffers,
} from './offers.ts';

const micro = (units: number) => usdt(BigInt(units) * 1_000_000n);
const change = (changed: Partial<ProductOfferChange>): ProductOfferChange => ({
  ...{ kind: 'level', item: '2', isOpen: true, minimum: micro(100), maximum: micro(200), dailyRatePpm: null },
  effectiveFrom: 1_000,
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
  const offer = { isOpen: true, minimum: offerLeast, maximum: offerMost, dailyRatePpm: null };
  const financing = { ...offer, dailyRatePpm: 200 };
  expect(offerProblem('level', '1', offer)).toBeNull();
  expect(offerProblem('level', '1', { ...offer, isOpen: false })).toBe('firstLevelStays');
  expect(offerProblem('level', '2', { ...offer, isOpen: false })).toBeNull();
  expect(offerProblem('level', '2', { ...offer, minimum: offerMost })).toBeNull();
  expect(offerProblem('level', '9', offer)).toBe('offerUnknown');
  expect(offerProblem('financing', '2', offer)).toBe('offerUnknown');
  for (const wrong of [
    { minimum: usdt(0n) },
    { maximum: usdt(offerMost + 1n) },
    { minimum: micro(3), maximum: micro(2) },
  ])
    expect(offerProblem('financing', 'day7', { ...financing, ...wrong })).toBe('offerBoundsInvalid');
});

test('a financing product has a whole rate from 1 to the highest, and a level has none', () => {
  const offer = { isOpen: true, minimum: offerLeast, maximum: offerMost };
  const problem = (kind: 'level' | 'financing', dailyRatePpm: number | null) =>
    offerProblem(kind, kind === 'level' ? '2' : 'day7', { ...offer, dailyRatePpm });
  for (const rate of [1, dailyRateMost]) expect(problem('financing', rate)).toBeNull();
  for (const rate of [null, 0, 1.5, dailyRateMost + 1]) expect(problem('financing', rate)).toBe('offerRateInvalid');
  expect([problem('level', null), problem('level', 1)]).toEqual([null, 'offerRateInvalid']);
});

test('a rate holds from its moment on; a change from before rates could change leaves it as it ships', () => {
  const rateOf = (changes: readonly ProductOfferChange[], timeMs: number) =>
    financingOffered(timeMs, changes).find(({ id }) => id === 'day7')?.dailyRatePpm;
  const dearer = change({ kind: 'financing', item: 'day7', dailyRatePpm: 150 });
  expect([rateOf([dearer], 999), rateOf([dearer], 1_000)]).toEqual([200, 150]);
  expect(rateOf([change({ kind: 'financing', item: 'day7' })], 1_000)).toBe(200);
});

const bands = (weightMins: readonly number[], effectiveFrom: number) =>
  ({ kind: 'bands', item: 'levels', weightMins, effectiveFrom }) as const;

test('weight bands hold from their moment on, follow one another without a gap, and are a list that levels can have', () => {
  const changes = [bands([400, 1_500, 4_000, 9_000], 1_000)];
  expect(levelsOffered(999, changes)).toEqual(levelsOffered(999, []));
  const offered = levelsOffered(1_000, changes);
  expect(offered.map(({ weightMin }) => weightMin)).toEqual([0, 400, 1_500, 4_000, 9_000]);
  const shipped = levelsAt(0).map(({ weightMin: _from, weightMax: _to, ...level }) => level);
  expect(offered.map(({ weightMin: _from, weightMax: _to, isOpen: _open, ...level }) => level)).toEqual(shipped);
  expect(validateLevels(offered)).toEqual([]);
  // Those of another number of levels than there are at that moment are none.
  expect(levelsOffered(5_000, [bands([400, 1_500, 4_000], 1_000)])).toEqual(levelsOffered(5_000, []));
});

test('bands rise in whole scores, one for each level after the first', () => {
  expect([areBands([1, 2, 3, bandMost]), areBands([500, 2_000, 5_000, 10_000])]).toEqual([true, true]);
  for (const wrong of [[], [0, 2, 3, 4], [1, 2, 2, 4], [2, 1, 3, 4], [1, 2, 3.5, 4], [1, 2, 3], [1, 2, 3, 4, 5]])
    expect(areBands(wrong), wrong.join()).toBe(false);
  expect(areBands([1, 2, 3, bandMost + 1])).toBe(false);
});

test('what comes names each product that changes at its moment, as it will be then', () => {
  const changes = [
    bands([400, 2_000, 5_000, 10_000], 3_000),
    change({ effectiveFrom: 2_000 }),
    change({ item: '3', effectiveFrom: 3_000 }),
    change({ kind: 'financing', item: 'day7', dailyRatePpm: 150, effectiveFrom: 1_000 }),
  ];
  const levels = comingOffers(1_000, changes, levelsOffered);
  expect(levels.map(({ from, item }) => [from, item.id, item.weightMin, item.weightMax, item.amountMin])).toEqual([
    [2_000, 2, 500, 1_999, micro(100)],
    [3_000, 1, 0, 399, micro(10)],
    [3_000, 2, 400, 1_999, micro(100)],
    [3_000, 3, 2_000, 4_999, micro(100)],
  ]);
  expect(comingOffers(999, changes, financingOffered)).toMatchObject([{ from: 1_000, item: { dailyRatePpm: 150 } }]);
  expect(comingOffers(1_000, changes, financingOffered)).toEqual([]);
});

test('a product that is new from a moment on comes then', () => {
  const [first, second] = levelsOffered(0, []);
  const offeredAt = (timeMs: number) =>
    [first, second].flatMap((level, place) => (level && timeMs >= place ? level : []));
  expect(comingOffers(0, [change({ effectiveFrom: 1 })], offeredAt)).toEqual([{ from: 1, item: second }]);
});
