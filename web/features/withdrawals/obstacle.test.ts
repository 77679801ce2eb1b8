import { expect, test } from 'vitest';
import { obstacleOf } from './obstacle.ts';

test('the card is asked for before the password, and an address needs no card', () => {
  const nothing = { hasBankCard: false, hasFundPassword: false };
  expect(obstacleOf(nothing, 'bank')).toBe('cardUnset');
  expect(obstacleOf(nothing, 'address')).toBe('fundPasswordUnset');
  expect(obstacleOf({ ...nothing, hasBankCard: true }, 'bank')).toBe('fundPasswordUnset');
  expect(obstacleOf({ ...nothing, hasFundPassword: true }, 'bank')).toBe('cardUnset');
  expect(obstacleOf({ ...nothing, hasFundPassword: true }, 'address')).toBeNull();
  expect(obstacleOf({ hasBankCard: true, hasFundPassword: true }, 'bank')).toBeNull();
});
