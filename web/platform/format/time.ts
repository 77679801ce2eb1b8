import { remembered } from './number.ts';

/** One kind of moment in words; without a zone in the phone's. */
function moments(options: Intl.DateTimeFormatOptions) {
  const formats = remembered(
    (tag: string, zone: string) =>
      new Intl.DateTimeFormat(tag, { ...options, hourCycle: 'h23', ...(zone !== '' && { timeZone: zone }) }),
  );
  return (tag: string, milliseconds: number, zone = ''): string => formats(tag, zone).format(milliseconds);
}

/** "21 Nov, 14:05". */
export const formatDayTime = moments({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** Year and seconds as well. */
export const formatFullTime = moments({ dateStyle: 'medium', timeStyle: 'medium' });

/** "14:05". */
export const formatClock = moments({ hour: '2-digit', minute: '2-digit' });

const steps = [
  { unit: 'day', lengthMs: 86_400_000 },
  { unit: 'hour', lengthMs: 3_600_000 },
  { unit: 'minute', lengthMs: 60_000 },
] as const;

const spans = remembered((tag: string, unit: string, decimals: number) => {
  // The narrow units of Japanese are Latin letters, those of Thai stick to their number.
  const unitDisplay = /^(ja|th)/.test(tag) ? 'short' : 'narrow';
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay, maximumFractionDigits: decimals });
});

/** A span in its largest whole unit; under ten seconds with one decimal: "3 min", "1.2 s". */
export function formatSpan(tag: string, spanMs: number): string {
  const span = Math.max(0, spanMs);
  for (const { unit, lengthMs } of steps) {
    if (span >= lengthMs) return spans(tag, unit, 0).format(Math.floor(span / lengthMs));
  }
  return spans(tag, 'second', span < 10_000 ? 1 : 0).format(span / 1000);
}
