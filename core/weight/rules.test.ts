import { expect, test } from 'vitest';
import { activationPoints, isActivated } from './rules.ts';

test('the score is activated by exactly the points of activation', () => {
  expect([activationPoints - 1, activationPoints, activationPoints + 1].map(isActivated)).toEqual([false, true, true]);
});
