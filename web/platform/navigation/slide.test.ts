import { expect, test } from 'vitest';
import { slideBetween } from './slide.ts';

test('within a branch and towards home a page with a higher order enters from the right, a lower one from the left', () => {
  expect(slideBetween(10, 11)).toBe('forward');
  expect(slideBetween(12, 10)).toBe('back');
  expect(slideBetween(31, 39)).toBe('forward');
  expect(slideBetween(39, 31)).toBe('back');
  expect(slideBetween(1, 10)).toBe('forward');
  expect(slideBetween(92, 11)).toBe('back');
  expect(slideBetween(12, 1)).toBe('back');
});

test('a link into another branch leads deeper, whatever its order', () => {
  expect(slideBetween(92, 29)).toBe('forward');
  expect(slideBetween(29, 92)).toBe('forward');
});

test('the history goes back to what was before in another branch, and forward again; within a branch the order holds', () => {
  expect(slideBetween(29, 92, 'earlier')).toBe('back');
  expect(slideBetween(92, 29, 'later')).toBe('forward');
  expect(slideBetween(11, 12, 'earlier')).toBe('forward');
  expect(slideBetween(12, 11, 'later')).toBe('back');
});

test('a page with the same order, or without one, does not slide', () => {
  for (const move of ['follow', 'earlier', 'later'] as const) {
    expect(slideBetween(10, 10, move)).toBe('none');
    expect(slideBetween(null, 10, move)).toBe('none');
    expect(slideBetween(10, null, move)).toBe('none');
  }
});
