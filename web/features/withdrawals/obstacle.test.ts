import { expect, test } from 'vitest';
import { obstacleOf } from './obstacle.ts';

test('the card is asked for before the password, and an address needs no card', () => {
  const nothing = { hasBankCard: false, hasWithdrawalPassword: false };
  expect(obstacleOf(nothing, 'bank')).toBe('cardUnset');
  expect(obstacleOf(nothing, 'address')).toBe('withdrawalPasswordUnset');
  expect(obstacleOf({ ...nothing, hasBankCard: true }, 'bank')).toBe('withdrawalPasswordUnset');
  expect(obstacleOf({ ...nothing, hasWithdrawalPassword: true }, 'bank')).toBe('cardUnset');
  expect(obstacleOf({ ...nothing, hasWithdrawalPassword: true }, 'address')).toBeNull();
  expect(obstacleOf({ hasBankCard: true, hasWithdrawalPassword: true }, 'bank')).toBeNull();
});
