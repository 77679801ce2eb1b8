import { expect, test } from 'vitest';
import {
  operatorFreezeEveryMs,
  operatorFreezeMs,
  passwordRequestMs,
  recoveryFreezeMs,
  recoveryWaitMs,
} from './rules.ts';

test('a recovery waits three days and freezes for one, an operator freezes for three in six, a request can be approved for a week', () => {
  const days = [recoveryWaitMs, recoveryFreezeMs, operatorFreezeMs, operatorFreezeEveryMs, passwordRequestMs];
  expect(days.map((ms) => ms / 86_400_000)).toEqual([3, 1, 3, 6, 7]);
});
