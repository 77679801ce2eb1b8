import { expect, test } from 'vitest';
import { fade } from './chart-colours.ts';

test('an alpha is added to a hex colour', () => {
  expect(fade('#2BC48A', 0.35)).toBe('rgba(43, 196, 138, 0.35)');
});

test('a colour in another notation stays as it is', () => {
  expect(fade('rebeccapurple', 0.35)).toBe('rebeccapurple');
  expect(fade('#fff', 0.35)).toBe('#fff');
});
