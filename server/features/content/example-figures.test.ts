import { expect, test } from 'vitest';
import { levelsOffered } from '#core/products/offers.ts';
import { exampleFigures } from './example-figures.ts';

test('the worked examples of the texts are what the arithmetic on paper gives, to the last digit', () => {
  const [first, second] = levelsOffered(Date.UTC(2026, 0, 1), []);
  if (!first || !second) throw new Error('there are no two levels');
  // A fee of 0.02% of the position, taken twice, and 3% as the maximum loss; the higher level has twice the leverage.
  const terms = { ...first.terms, feeRate: 0.0002, maximumLoss: 0.03 };
  const levels = [
    { ...first, leverageMax: 5, terms },
    { ...second, leverageMax: 10, weightMin: 505, terms },
  ];
  expect(Object.fromEntries(exampleFigures(levels, { ...first, leverageMax: 5, terms }))).toEqual({
    'example.amount': '200.000000',
    'example.leverage': 5,
    'example.movePercent': 1,
    'example.movedPercent': 5,
    'example.gain': '10.000000',
    'example.feePercent': 0.2,
    'example.fee': '0.400000',
    'example.net': '9.600000',
    'example.threeFeesPercent': 0.6,
    'example.maximumLoss': '6.000000',
    'example.lossMovePercent': 0.56,
    'example.top.feePercent': 0.4,
    'example.top.threeFeesPercent': 1.2,
    'example.top.lossMovePercent': 0.26,
    'example.withdrawal': '500.000000',
    'example.withdrawalFee': '1.000000',
    // 505 less two deposits of 100 is 305: 30 plans of 10 are too few by one.
    'example.plansAfterTwoDeposits': 31,
  });
});
