import { memoized } from './number.ts';

/** One date format, in the given zone or the phone's. */
function moments(options: Intl.DateTimeFormatOptions) {
  const formats = memoized(
    (tag: string, zone: string) =>
      new Intl.DateTimeFormat(tag, { ...options, hourCycle: 'h23', ...(zone !== '' && { timeZone: zone }) }),
  );
  return (tag: string, milliseconds: number, zone = ''): string => formats(tag, zone).format(milliseconds);
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

const spans = memoized((tag: string, unit: string, decimals: number) => {
  // Narrow units are Latin letters in Japanese, and stick to the number in Thai.
  const unitDisplay = /^(ja|th)/.test(tag) ? 'short' : 'narrow';
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay, maximumFractionDigits: decimals });
});

/** A duration in its largest whole unit; below ten seconds with one decimal: "3 min", "1.2 s". */
export function formatSpan(tag: string, spanMs: number): string {
  const span = Math.max(0, spanMs);
  for (const { unit, lengthMs } of steps) {
    if (span >= lengthMs) return spans(tag, unit, 0).format(Math.floor(span / lengthMs));
  }
  return spans(tag, 'second', span < 10_000 ? 1 : 0).format(span / 1000);
}
