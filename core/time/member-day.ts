/** A day of some time zone's calendar: `YYYY-MM-DD`. */
export type DayKey = string;

/** A day with its first moment and that of the next day, in ms since 1970-01-01T00:00Z. */
export interface DaySpan {
  readonly day: DayKey;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * The day that a moment falls in for a member. This file alone decides what a member's day is: rows keep the bounds that it gave, and
 * statements are given them, because the database has time zones of its own, of another release.
 * @param at ms since 1970-01-01T00:00Z
 * @param zone IANA name
 * @throws RangeError for a zone that is unknown
 */
export function memberDay(at: number, zone: string): DayKey {
  return dayOf(localTimeOf(zone)(at));
}

/**
 * The first moment of a day, in ms since 1970-01-01T00:00Z: its midnight, the earlier one where clocks go back over midnight, and the
 * change itself where they go forward over it. Days end where the next one starts; since 2012 they were 21 hours long at least, and 27 at
 * most (both in Antarctica/Casey).
 * @param zone IANA name
 * @throws RangeError for a zone or day that does not exist
 */
export function startOfDay(day: DayKey, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError(`${day} is not a day`);
  const localTime = localTimeOf(zone);
  const offsetAt = (at: number): number => localTime(at) - at;
  const guess = midnight - offsetAt(midnight - offsetAt(midnight));
  if (localTime(guess) >= midnight && localTime(guess - 1000) < midnight) return guess;
  // Clocks change around this midnight. Offsets of time zones lie between -12 and +14 hours, whole seconds all of them.
  let before = midnight / 1000 - 15 * 3600;
  let from = midnight / 1000 + 15 * 3600;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (localTime(middle * 1000) < midnight) before = middle;
    else from = middle;
  }
  return from * 1000;
}

/**
 * A day with its bounds.
 * @param zone IANA name
 * @throws RangeError for a zone or day that does not exist
 */
export function daySpan(day: DayKey, zone: string): DaySpan {
  return { day, startsAt: startOfDay(day, zone), endsAt: startOfDay(dayAfter(day), zone) };
}

/**
 * The next day of the calendar; with a negative count a day before.
 * @throws RangeError for a day that does not exist
 */
export function dayAfter(day: DayKey, count = 1): DayKey {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

const dayOf = (localTime: number): DayKey => new Date(localTime).toISOString().slice(0, 10);

/** What the zone's clocks show at a moment, in whole seconds, as ms of the same date and time in UTC. */
type LocalTime = (at: number) => number;

/** Making a formatter takes far longer than using it. There are fewer zones than that, in any spelling that members have. */
const zonesKept = 2_000;
const localTimes = new Map<string, LocalTime>();

function localTimeOf(zone: string): LocalTime {
  const known = localTimes.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  // Its text, year first, and not its parts, which take five times as long.
  const localTime: LocalTime = (at) => {
    const [year = 0, month = 0, day = 0, hour, minute, second] = (format.format(at).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
  if (localTimes.size >= zonesKept) localTimes.clear();
  localTimes.set(zone, localTime);
  return localTime;
}
