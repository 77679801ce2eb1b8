import { expect, test } from 'vitest';
import { hottest } from './hottest.ts';

const rows = [
  { coin: 'A', value24h: 5, changePercent: -1 },
  { coin: 'B', value24h: 9, changePercent: 0 },
  { coin: 'C', value24h: 7, changePercent: 3 },
  { coin: 'D', value24h: 1, changePercent: -4 },
  { coin: 'E', value24h: 2, changePercent: 5 },
];
const coins = (heat: Parameters<typeof hottest>[1]) => hottest(rows, heat).map(({ coin }) => coin);

test('markets stand by what was traded, by the rise, or by the fall, and one that did not move is in neither of the two', () => {
  expect(coins('traded')).toEqual(['B', 'C', 'A', 'E', 'D']);
  expect(coins('rising')).toEqual(['E', 'C']);
  expect(coins('falling')).toEqual(['D', 'A']);
});
