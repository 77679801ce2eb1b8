import { expect, test } from 'vitest';
import { histogramBars } from './histogram-bars.ts';

test('bars are relative to the highest, and a rare outcome stays visible', () => {
  const { bars } = histogramBars({ from: -0.02, to: 0.02, counts: [1000, 0, 1, 500] });
  expect(bars.map(({ height }) => height)).toEqual([1, 0, 0.03, 0.5]);
});

test('bins below zero are losses, above it gains, and one across zero is neither', () => {
  const sides = (from: number, to: number, count: number) =>
    histogramBars({ from, to, counts: new Array(count).fill(1) }).bars.map(({ side }) => side);
  expect(sides(-0.02, 0.02, 4)).toEqual(['down', 'down', 'up', 'up']);
  expect(sides(-0.03, 0.05, 3)).toEqual(['down', 'none', 'up']);
});

test('rounding of the edges moves no bin over the line', () => {
  const { bars } = histogramBars({ from: -0.03, to: 0.05, counts: new Array(24).fill(1) });
  expect(bars.filter(({ side }) => side === 'down')).toHaveLength(9);
  expect(bars.filter(({ side }) => side === 'none')).toHaveLength(0);
});

test('the zero line is at zero', () => {
  expect(histogramBars({ from: -0.05, to: 0.05, counts: [1] }).zero).toBe(0.5);
  expect(histogramBars({ from: 0.01, to: 0.05, counts: [1] }).zero).toBeNull();
});

test('a histogram of nothing is flat', () => {
  expect(histogramBars({ from: -1, to: 1, counts: [0, 0] }).bars.map(({ height }) => height)).toEqual([0, 0]);
});
