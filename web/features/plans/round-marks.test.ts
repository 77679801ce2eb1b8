import { expect, test } from 'vitest';
import { roundMarks } from './round-marks.ts';

test('a round is marked up or down by its result, whichever direction it went, and not at all where it was flat', () => {
  const round = (openTime: number, direction: -1 | 0 | 1, result: number) => ({
    ...{ openTime, direction, result, fee: 0, running: 0 },
  });
  expect(
    roundMarks([round(1, 1, 0.01), round(2, -1, 0.01), round(3, 1, -0.01), round(4, 0, 0), round(5, 1, 0)]),
  ).toEqual([
    { openTime: 1, direction: 1, result: 'up' },
    { openTime: 2, direction: -1, result: 'up' },
    { openTime: 3, direction: 1, result: 'down' },
    { openTime: 4, direction: 0, result: 'none' },
    { openTime: 5, direction: 1, result: 'down' },
  ]);
});
