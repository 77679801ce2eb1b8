import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeZoneStore } from './format/time-zone.ts';
import { msToMoment, msToNextDay, msToNextMemberDay, msToWallMoment } from './next-day.ts';
import { setProductClock, setServerWallClock } from './product-clock.ts';

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => 0);
});
afterEach(() => {
  timeZoneStore.set(undefined);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const setClock = (time: string, clockSpeed = 1) => {
  // Another speed takes the reading for one of another clock.
  setProductClock({ now: 0, clockSpeed: clockSpeed + 1 });
  setProductClock({ now: Date.parse(time), clockSpeed });
};

test('figures of a day are read again when the next one of the member’s zone begins, and hourly in between', () => {
  setClock('2026-06-01T16:59:50Z');
  timeZoneStore.set('Asia/Bangkok');
  expect(msToNextMemberDay()).toBe(11_000);
  timeZoneStore.set('Asia/Yangon');
  expect(msToNextMemberDay()).toBe(30 * 60_000 + 11_000);
  expect(msToNextDay('UTC')).toBe(3_600_000);
});

test('before the server’s clock is known, they are read again within a minute', async () => {
  vi.resetModules();
  const unsynced = await import('./next-day.ts');
  vi.setSystemTime('2026-06-01T12:00:00Z');
  expect(unsynced.msToNextDay('UTC')).toBe(60_000);
});

test('the wait is that of the wall, however quick the product’s clock is', () => {
  setClock('2026-06-01T16:00:00Z', 600);
  expect(msToNextDay('Asia/Bangkok')).toBe(7_000);
});

test('a moment that this phone takes for passed while the server does not is looked at once a minute, and not every second', async () => {
  setClock('2026-06-01T16:00:00Z');
  expect(msToMoment(Date.parse('2026-06-01T16:00:05Z'))).toBe(6_000);
  expect(msToMoment(Date.parse('2026-06-01T15:59:59Z'))).toBe(60_000);
  vi.resetModules();
  const unsynced = await import('./next-day.ts');
  // This phone's own clock is a day ahead, or the product's is not that of the wall.
  vi.setSystemTime('2026-06-02T12:00:00Z');
  expect(unsynced.msToMoment(Date.parse('2026-06-01T17:00:00Z'))).toBe(60_000);
});

test('a wait of the wall ends when the server’s clock says so, not a phone’s that is behind', () => {
  vi.setSystemTime('2026-06-01T11:30:00Z');
  setServerWallClock('Mon, 01 Jun 2026 12:00:00 GMT');
  expect(msToWallMoment(Date.parse('2026-06-01T12:00:05Z'))).toBe(6_000);
});
