import { afterEach, expect, test, vi } from 'vitest';
import { formatClock, formatDayTime, formatFullTime } from './time.ts';
import { timeZoneStore, zoneOffsetMinutes } from './time-zone.ts';
import { formatFor } from './use-format.ts';

const moment = Date.UTC(2026, 10, 21, 22, 5, 9);

afterEach(() => timeZoneStore.set(undefined));

test('times are shown in the zone of the profile, over midnight and over half hours', () => {
  expect(formatDayTime('en', moment, 'Asia/Kathmandu')).toBe('Nov 22, 03:50');
  expect(formatFullTime('en', moment, 'Pacific/Midway')).toBe('Nov 21, 2026, 11:05:09');
  expect(formatClock('en', moment, 'UTC')).toBe('22:05');
});

test('subscribers are notified of another zone, and an unknown zone falls back to the phone’s own', () => {
  const listener = vi.fn();
  const end = timeZoneStore.subscribe(listener);
  timeZoneStore.set('Asia/Bangkok');
  timeZoneStore.set('Asia/Bangkok');
  expect(listener).toHaveBeenCalledTimes(1);
  timeZoneStore.set('Mars/Olympus');
  expect(timeZoneStore.zone()).toBeUndefined();
  end();
});

test('a new member’s zone is taken once', () => {
  expect(timeZoneStore.takeRegistrationZone()).toBeNull();
  timeZoneStore.markRegistered();
  expect(timeZoneStore.takeRegistrationZone()).toMatch(/\w/);
  expect(timeZoneStore.takeRegistrationZone()).toBeNull();
});

test('the offset of a zone follows its summer time', () => {
  expect(zoneOffsetMinutes('Europe/Berlin', Date.UTC(2026, 0, 1))).toBe(60);
  expect(zoneOffsetMinutes('Europe/Berlin', Date.UTC(2026, 6, 1))).toBe(120);
  expect(zoneOffsetMinutes('Asia/Kathmandu', moment)).toBe(345);
  expect(zoneOffsetMinutes('America/St_Johns', Date.UTC(2026, 0, 1))).toBe(-210);
  expect(zoneOffsetMinutes(undefined, moment)).toBe(-new Date(moment).getTimezoneOffset());
});

test('a format with a zone shows every kind of time in it', () => {
  const { dayTime, fullTime, clock } = formatFor('en', 'Asia/Tokyo');
  expect(dayTime(moment)).toBe('Nov 22, 07:05');
  expect(fullTime(moment)).toBe('Nov 22, 2026, 07:05:09');
  expect(clock(moment)).toBe('07:05');
});
