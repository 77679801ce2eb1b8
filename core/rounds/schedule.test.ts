import { expect, test } from 'vitest';
import { dayOf, isRoundNumber, placeOf, roundAt, timesOf } from './schedule.ts';

const at = (time: string): number => Date.parse(`2026-03-29T${time}Z`);

test('a round takes bets for four minutes, has its result at five, and is void at nine', () => {
  const round = roundAt(at('12:07:31.500'));
  expect(timesOf(round)).toEqual({
    opensAt: at('12:05:00'),
    closesAt: at('12:09:00'),
    resultAt: at('12:10:00'),
    voidAt: at('12:14:00'),
  });
  expect(roundAt(at('12:09:59.999'))).toBe(round);
  expect(roundAt(at('12:10:00'))).toBe(round + 1);
});

test('a round is decided when betting on the next one closes, and before its seed is revealed', () => {
  const round = roundAt(at('12:05:00'));
  expect(timesOf(round).voidAt).toBeLessThanOrEqual(timesOf(round + 1).closesAt);
  expect(timesOf(round).voidAt).toBeLessThan(timesOf(round + 1).resultAt);
});

test('a day has 288 rounds, from midnight UTC on', () => {
  const first = roundAt(at('00:00:00'));
  expect(placeOf(first)).toBe(0);
  expect(placeOf(first - 1)).toBe(287);
  expect(dayOf(first - 1)).toBe(dayOf(first) - 1);
  expect(dayOf(first + 287)).toBe(dayOf(first));
  expect(placeOf(roundAt(at('23:59:59.999')))).toBe(287);
});

test('what is no number of a round', () => {
  for (const round of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 52])
    expect(isRoundNumber(round)).toBe(false);
  for (const round of [0, 1, roundAt(at('00:00:00'))]) expect(isRoundNumber(round)).toBe(true);
  // All moments of the last one are whole numbers, those of the next are not.
  const last = Math.floor((Number.MAX_SAFE_INTEGER - 540_000) / 300_000);
  expect([isRoundNumber(last), isRoundNumber(last + 1)]).toEqual([true, false]);
});
