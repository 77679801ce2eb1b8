import { remembered } from './number.ts';

const dayTimes = remembered(
  (tag: string) =>
    new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
const fullTimes = remembered(
  (tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }),
);
const clockTimes = remembered(
  (tag: string) => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);

/** "21 Nov, 14:05" in the phone's time zone. */
export const formatDayTime = (tag: string, milliseconds: number): string => dayTimes(tag).format(milliseconds);

/** Year and seconds as well. */
export const formatFullTime = (tag: string, milliseconds: number): string => fullTimes(tag).format(milliseconds);

/** "14:05". */
export const formatClock = (tag: string, milliseconds: number): string => clockTimes(tag).format(milliseconds);

const steps = [
  { unit: 'day', lengthMs: 86_400_000 },
  { unit: 'hour', lengthMs: 3_600_000 },
  { unit: 'minute', lengthMs: 60_000 },
] as const;

const spans = remembered((tag: string, unit: string, decimals: number) => {
  // The narrow units of Japanese are Latin letters.
  const unitDisplay = tag.startsWith('ja') ? 'short' : 'narrow';
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
