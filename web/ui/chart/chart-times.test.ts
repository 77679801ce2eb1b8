import { expect, test } from 'vitest';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { chartTimes, timeWords } from './chart-times.ts';

const hour = 3_600_000;

test('a chart time converts back to its true time', () => {
  const openTime = Date.UTC(2025, 4, 21, 14, 5);
  const times = chartTimes(openTime);
  expect(times.toMoment(times.toChart(openTime))).toBe(openTime);
});

test('rows stay in order across the end of daylight saving: all have one offset', () => {
  const change = Date.UTC(2025, 9, 26, 1);
  const times = chartTimes(change + 5 * hour);
  const shifted = [-3, -2, -1, 0, 1, 2, 3].map((step) => Number(times.toChart(change + step * hour)));
  for (const [index, time] of shifted.entries()) {
    if (index > 0) expect(time - (shifted[index - 1] ?? 0)).toBe(3600);
  }
});

test('ticks are labelled by their type, years always Gregorian', () => {
  const moment = new Date(2025, 4, 21, 14, 5).getTime();
  const { mark, full } = timeWords('th-u-ca-gregory-nu-latn');
  expect(mark(moment, 0)).toContain('2025');
  expect(mark(moment, 3)).toBe('14:05');
  expect(full(moment)).toContain('14:05');
});

test('the axis and the cross hair have the time of the member’s zone', () => {
  timeZoneStore.set('Asia/Tokyo');
  const { mark, full } = timeWords('en-GB');
  const moment = Date.UTC(2025, 4, 21, 14, 5);
  expect([mark(moment, 3), full(moment)]).toEqual(['23:05', '21 May, 23:05']);
});
