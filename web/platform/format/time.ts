import { memoized } from '#contract/memoized.ts';

/** One date format, in the given zone or the phone's. */
function moments(options: Intl.DateTimeFormatOptions) {
  const formats = memoized(
    (tag: string, zone: string) =>
      new Intl.DateTimeFormat(tag, { ...options, hourCycle: 'h23', ...(zone !== '' && { timeZone: zone }) }),
  );
  // "24/11" in Vietnamese, where the name of a month takes two words.
  return (tag: string, milliseconds: number, zone = ''): string =>
    formats(tag, zone).format(milliseconds).replace(' thg ', '/');
}

/** "21 Nov, 14:05". */
export const formatDayTime = moments({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** With year and seconds. */
export const formatFullTime = moments({ dateStyle: 'medium', timeStyle: 'medium' });

/** "14:05". */
export const formatClock = moments({ hour: '2-digit', minute: '2-digit' });

const steps = [
  { unit: 'day', lengthMs: 86_400_000 },
  { unit: 'hour', lengthMs: 3_600_000 },
  { unit: 'minute', lengthMs: 60_000 },
] as const;

const spans = memoized((tag: string, unit: string) => {
  // Narrow units are Latin letters in Japanese, and stick to the number in Thai.
  const unitDisplay = /^(ja|th)/.test(tag) ? 'short' : 'narrow';
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
});

/**
 * A duration in its largest whole unit; below ten seconds with one decimal: "3 min", "1.2 s". Rounded down, as an age is named; a bound is
 * rounded up: what took 5 h 22 min arrived within 6 h.
 */
export function formatSpan(tag: string, spanMs: number, { isBound = false } = {}): string {
  const span = Math.max(0, spanMs);
  const whole = isBound ? Math.ceil : Math.floor;
  const step = steps.find(({ lengthMs }) => span >= lengthMs);
  const text = step
    ? spans(tag, step.unit).format(whole(span / step.lengthMs))
    : spans(tag, 'second').format(span < 10_000 ? whole(span / 100) / 10 : whole(span / 1000));
  // Japanese writes "11分", as the tabs of the chart do.
  return /^ja/.test(tag) ? text.replace(' ', '') : text;
}

const weekdays = memoized((tag: string) => new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }));

/** "Mon": the name of an ISO weekday, Monday being 1. */
export function weekdayName(tag: string, weekday: number): string {
  // 1 January 2024 was a Monday.
  return weekdays(tag).format(Date.UTC(2024, 0, weekday));
}
