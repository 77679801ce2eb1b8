import { dayMs, minuteMs } from '#core/time/lengths.ts';
import { timeZoneStore, zoneOffsetMinutes } from './format/time-zone.ts';
import { productClockSpeed, productNow, serverWallNow, syncedNow } from './product-clock.ts';

/** The longest wait, so that a clock that was moved is noticed; a phone that slept reads everything again when its stream is back. */
const longestMs = 60 * minuteMs;
/** The same before the server's clock and its speed are known. */
const longestUnsyncedMs = minuteMs;

/** Wall time to wait for the next day of a time zone; after a shorter wait, the answer is another one. */
export function msToNextDay(zone: string | undefined): number {
  const now = productNow();
  const local = now + zoneOffsetMinutes(zone, now - (now % minuteMs)) * minuteMs;
  return msToMoment(now + dayMs - (local % dayMs));
}

/** The same for a moment of the product's clock. */
export function msToMoment(moment: number): number {
  const longest = Number.isNaN(syncedNow()) ? longestUnsyncedMs : longestMs;
  return msLeft((moment - productNow()) / productClockSpeed(), longest);
}

/** The same for a moment of the server's wall clock, by which what protects a member waits. */
export function msToWallMoment(moment: number): number {
  return msLeft(moment - serverWallNow(), longestMs);
}

/** Where the clock that is known here is ahead, the moment has passed here alone: the answer is another one within a minute of it. */
function msLeft(left: number, longest: number): number {
  return left > 0 ? Math.min(longest, left + 1_000) : minuteMs;
}

/** The same for the member's own days, which figures of "today" are those of: they are read again when the next one begins. */
export function msToNextMemberDay(): number {
  return msToNextDay(timeZoneStore.zone());
}
