import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BasketClose, equalWeightBasket } from './basket.ts';

const rows = (...closes: readonly number[]): BasketClose[] =>
  closes.map((close, place) => ({ openTime: place, close }));

test('equal parts of a coin that doubles and one that halves are worth a quarter more', () => {
  expect(equalWeightBasket([rows(10, 15, 20), rows(4, 4, 2)])).toEqual({
    points: [
      { openTime: 0, value: 100 },
      { openTime: 1, value: 125 },
      { openTime: 2, value: 125 },
    ],
    parts: [
      { growth: 2, share: 0.8 },
      { growth: 0.5, share: 0.2 },
    ],
  });
});

test('a moment that one coin lacks is left out for all', () => {
  const gap = rows(4, 4, 2).filter(({ openTime }) => openTime !== 1);
  expect(equalWeightBasket([rows(10, 15, 20), gap])?.points.map(({ openTime }) => openTime)).toEqual([0, 2]);
  expect(equalWeightBasket([gap, rows(10, 15, 20)])?.points.map(({ openTime }) => openTime)).toEqual([0, 2]);
});

test('no coins, one moment, moments that nobody shares and a price of zero give no index', () => {
  const later = rows(1, 2).map(({ openTime, close }) => ({ openTime: openTime + 10, close }));
  for (const coins of [
    [],
    [[]],
    [rows(5)],
    [rows(1, 2), later],
    [rows(0, 2)],
    [rows(1, 2), rows(0, 0)],
    [rows(1, 0)],
  ]) {
    expect(equalWeightBasket(coins)).toBeNull();
  }
});

test('the scale of a price is of no account, and shares add up to the whole', () => {
  const prices = fc.array(fc.double({ min: 1e-5, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(prices, { minLength: 1, maxLength: 5 }), fc.constantFrom(0.001, 7, 1e4), (coins, scale) => {
      const basket = equalWeightBasket(coins.map((closes) => rows(...closes)));
      const scaled = equalWeightBasket(coins.map((closes) => rows(...closes.map((close) => close * scale))));
      expect(basket?.parts.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1, 9);
      for (const [place, { value }] of (basket?.points ?? []).entries()) {
        expect((scaled?.points[place]?.value ?? 0) / value).toBeCloseTo(1, 9);
      }
    }),
  );
});
