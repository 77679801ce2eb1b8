import { dayMs } from '#core/time/lengths.ts';
import type { DayKey } from '#core/time/member-day.ts';

/** Weekday of the ISO calendar: Monday is 1, Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Assistance points of a check-in, Monday to Sunday. */
export const checkInPoints = { 1: 1, 2: 5, 3: 10, 4: 20, 5: 30, 6: 40, 7: 50 } as const satisfies Record<
  Weekday,
  number
>;

/** The weekdays in the order of the calendar. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/**
 * The weekday of a day.
 * @throws RangeError for a day that does not exist
 */
export function weekdayOf(day: DayKey): Weekday {
  return (((utcMidnight(day) / dayMs + 3) % 7) + 1) as Weekday;
}

/**
 * Monday to Sunday of the week that a day is in.
 * @throws RangeError for a day that does not exist
 */
export function weekOf(day: DayKey): readonly DayKey[] {
  const monday = utcMidnight(day) - (weekdayOf(day) - 1) * dayMs;
  return weekdays.map((weekday) => new Date(monday + (weekday - 1) * dayMs).toISOString().slice(0, 10));
}

/** A member's latest check-in. */
export interface LatestCheckIn {
  readonly day: DayKey;
  /** End of that day in the time zone it was counted in, in ms since 1970 UTC. */
  readonly endsAt: number;
}

/**
 * Whether the member may check in: each date counts once, and only after the day of the latest check-in has ended in its own time zone,
 * so that a change of zone gives no second check-in.
 * @param now product time, in ms since 1970 UTC
 */
export function mayCheckIn(latest: LatestCheckIn | null, day: DayKey, now: number): boolean {
  return latest === null || (latest.day < day && latest.endsAt <= now);
}

function utcMidnight(day: DayKey): number {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) throw new RangeError(`${day} is not a day`);
  return at;
}
