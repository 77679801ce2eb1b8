import { expect, test } from 'vitest';
import { watchAttendance } from './attendance.ts';

test('a minute after the last touch the page’s calls are its own, and the next touch makes them the operator’s again', () => {
  let now = 1_000;
  const page = new EventTarget();
  const headers = watchAttendance(page, () => now);
  expect(headers()).toEqual({});
  now += 59_999;
  expect(headers()).toEqual({});
  now += 1;
  expect(headers()).toEqual({ 'x-clearlot-unattended': '1' });
  for (const touch of ['pointerdown', 'keydown', 'wheel', 'touchstart', 'keydown']) {
    page.dispatchEvent(new Event(touch));
    expect(headers(), touch).toEqual({});
    now += 60_000;
    expect(headers(), touch).toEqual({ 'x-clearlot-unattended': '1' });
  }
});
