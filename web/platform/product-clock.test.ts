import { beforeEach, expect, test, vi } from 'vitest';

const hourMs = 3_600_000;
const serverMs = Date.UTC(2026, 5, 1, 12);
let wallMs: number;
let clock: typeof import('./product-clock.ts');

beforeEach(async () => {
  vi.resetModules();
  wallMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
  // The phone's own clock is an hour off.
  vi.spyOn(Date, 'now').mockImplementation(() => serverMs + hourMs);
  clock = await import('./product-clock.ts');
});

/** A reading that the server made so many ms ago. */
const read = (delayMs: number, at = serverMs + wallMs - 1_000) =>
  clock.setProductClock({ now: at - delayMs, clockSpeed: 1 });

test('once it is synchronised the phone’s own clock does not matter', () => {
  expect(clock.syncedNow()).toBeNaN();
  expect(clock.productNow()).toBe(serverMs + hourMs);
  read(0);
  wallMs += 5_000;
  expect(clock.productNow()).toBe(serverMs + 5_000);
});

test('of several readings the one that came quickest counts, whichever came last', () => {
  read(900);
  expect(clock.productNow()).toBe(serverMs - 900);
  read(40);
  wallMs += 1_000;
  read(700);
  expect(clock.productNow()).toBe(serverMs + 1_000 - 40);
});

test('a reading counts from its arrival, however late the page came to it', () => {
  wallMs += 2_000;
  clock.setProductClock({ now: serverMs, clockSpeed: 1 }, 1_000);
  expect(clock.productNow()).toBe(serverMs + 2_000);
});

test('an old reading gives way to a new one, so that a phone whose clock runs too fast comes back', () => {
  read(0);
  wallMs += 61_000;
  read(0, serverMs + 60_000);
  expect(clock.productNow()).toBe(serverMs + 60_000);
});

test('the server’s wall clock is that of its answers, and the phone’s own where none has said it', () => {
  clock.setServerWallClock(null);
  expect(clock.serverWallNow()).toBe(serverMs + hourMs);
  clock.setServerWallClock('Mon, 01 Jun 2026 12:00:00 GMT');
  wallMs += 5_000;
  expect([clock.serverWallNow(), clock.syncedNow()]).toEqual([serverMs + 5_000, Number.NaN]);
  clock.setServerWallClock('soon');
  expect(clock.serverWallNow()).toBe(serverMs + 5_000);
});

test('a clock with another speed counts at once', () => {
  read(0);
  clock.setProductClock({ now: serverMs - hourMs, clockSpeed: 60 });
  wallMs += 1_000;
  expect(clock.productNow()).toBe(serverMs - hourMs + 60_000);
});
