import { expect, test } from 'vitest';
import { slideBetween } from './slide.ts';

test('a page further on comes in from the right, one further back from the left', () => {
  expect(slideBetween(10, 11)).toBe('forward');
  expect(slideBetween(13, 10)).toBe('back');
});

test('a page in the same place, or one outside of the row, does not slide', () => {
  expect(slideBetween(10, 10)).toBe('none');
  expect(slideBetween(null, 10)).toBe('none');
  expect(slideBetween(10, null)).toBe('none');
});
