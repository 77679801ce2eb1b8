import { expect, test } from 'vitest';
import { slideBetween } from './slide.ts';

test('a page with a higher order enters from the right, a lower one from the left', () => {
  expect(slideBetween(10, 11)).toBe('forward');
  expect(slideBetween(13, 10)).toBe('back');
});

test('a page with the same order, or without one, does not slide', () => {
  expect(slideBetween(10, 10)).toBe('none');
  expect(slideBetween(null, 10)).toBe('none');
  expect(slideBetween(10, null)).toBe('none');
});
