import { expect, test } from 'vitest';
import { timesOf } from '#core/rounds/schedule.ts';
import { countdownText, phaseOf } from './phase.ts';

const times = timesOf(5_000_000);
const betting = { ...times, state: 'betting' } as const;

test('a round takes bets until just before its closing, waits for its result, and is late until it is void', () => {
  expect(phaseOf(betting, times.opensAt)).toEqual({ name: 'betting', until: times.closesAt });
  expect(phaseOf(betting, times.closesAt - 1)?.name).toBe('betting');
  expect(phaseOf(betting, times.closesAt)).toEqual({ name: 'closed', until: times.resultAt });
  expect(phaseOf({ ...betting, state: 'closed' }, times.resultAt)).toEqual({ name: 'late', until: times.voidAt });
});

test('what the server has closed is closed, whatever this phone thinks the time is', () => {
  expect(phaseOf({ ...betting, state: 'closed' }, times.opensAt)?.name).toBe('closed');
  expect(phaseOf({ ...betting, state: 'drawn' }, times.opensAt)).toBeNull();
  expect(phaseOf({ ...betting, state: 'void' }, times.opensAt)).toBeNull();
});

test('the countdown shows the second that has begun, and never less than zero', () => {
  expect(countdownText(240_000, 0)).toBe('4:00');
  expect(countdownText(240_000, 1)).toBe('4:00');
  expect(countdownText(240_000, 1_000)).toBe('3:59');
  expect(countdownText(5_000, 4_999)).toBe('0:01');
  expect(countdownText(5_000, 5_000)).toBe('0:00');
  expect(countdownText(5_000, 900_000)).toBe('0:00');
});
