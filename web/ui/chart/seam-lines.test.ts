import { expect, test } from 'vitest';
import { seamLines } from './seam-lines.ts';

const rows = (count: number, every: number, breakAt = -1) => {
  return Array.from({ length: count }, (_, openTime) => {
    return { openTime, seam: openTime % every === every - 1, isBreak: openTime === breakAt };
  });
};
const labels = { seam: 'next', jump: 'jump' };

test('each beginning of a recorded day is a line, unless nearly every candle has one', () => {
  expect(seamLines(rows(48, 24), labels)).toEqual([
    { openTime: 23, label: 'next' },
    { openTime: 47, label: 'next' },
  ]);
  expect(seamLines(rows(40, 4), labels)).toEqual([]);
  expect(seamLines(rows(20, 1), labels)).toEqual([]);
  expect(seamLines([], labels)).toEqual([]);
});

test('one at which the price jumps says so, and is drawn wherever it is', () => {
  expect(seamLines(rows(48, 24, 47), labels)).toEqual([
    { openTime: 23, label: 'next' },
    { openTime: 47, label: 'jump' },
  ]);
  expect(seamLines(rows(40, 4, 7), labels)).toEqual([{ openTime: 7, label: 'jump' }]);
});
