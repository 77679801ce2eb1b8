/** A day of some time zone's calendar: `YYYY-MM-DD`. */
export type DayKey = string;

/**
 * The day that a moment falls in for a member. The SQL functions `member_day` and `start_of_day` are the same rule; a test compares them.
 * @param at ms since 1970-01-01T00:00Z
 * @param zone IANA name
 * @throws RangeError for a zone that is unknown
 */
export function memberDay(at: number, zone: string): DayKey {
  return calendarOf(zone)(at);
}

/**
 * The first moment of a day, in ms since 1970-01-01T00:00Z: its midnight, the earlier one where clocks go back over midnight, and the
 * change itself where they go forward over it. Days end where the next one starts; they are 23 to 25 hours long.
 * @param zone IANA name
 * @throws RangeError for a zone or day that does not exist
 */
export function startOfDay(day: DayKey, zone: string): number {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnightUtc)) throw new RangeError(`${day} is not a day`);
  const dayAt = calendarOf(zone);
  // Offsets of time zones lie between -12 and +14 hours, whole seconds all of them.
  let before = midnightUtc / 1000 - 15 * 3600;
  let from = midnightUtc / 1000 + 15 * 3600;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayAt(middle * 1000) < day) before = middle;
    else from = middle;
  }
  return from * 1000;
}

/**
 * The next day of the calendar; with a negative count a day before.
 * @throws RangeError for a day that does not exist
 */
export function dayAfter(day: DayKey, count = 1): DayKey {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

function calendarOf(zone: string): (at: number) => DayKey {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  };
}
