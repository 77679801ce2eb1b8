import { expect, test } from 'vitest';
import { fade } from './chart-colours.ts';

test('a colour of the tokens is let through by its share', () => {
  expect(fade('#2BC48A', 0.35)).toBe('rgba(43, 196, 138, 0.35)');
});

test('a colour written in any other way is drawn as it is', () => {
  expect(fade('rebeccapurple', 0.35)).toBe('rebeccapurple');
  expect(fade('#fff', 0.35)).toBe('#fff');
});
