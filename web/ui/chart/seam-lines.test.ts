import { expect, test } from 'vitest';
import { seamLines } from './seam-lines.ts';

const rows = (count: number, every: number) => {
  return Array.from({ length: count }, (_, openTime) => ({ openTime, seam: openTime % every === every - 1 }));
};

test('each beginning of a recorded day is a line, unless nearly every candle has one', () => {
  expect(seamLines(rows(48, 24), 'next')).toEqual([
    { openTime: 23, label: 'next' },
    { openTime: 47, label: 'next' },
  ]);
  expect(seamLines(rows(40, 4), 'next')).toEqual([]);
  expect(seamLines(rows(20, 1), 'next')).toEqual([]);
  expect(seamLines([], 'next')).toEqual([]);
});
