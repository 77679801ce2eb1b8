import type { UTCTimestamp } from 'lightweight-charts';
import { timeZoneStore, zoneOffsetMinutes } from '#web/platform/format/time-zone.ts';

/**
 * The library lays its time marks out in UTC. Rows are shifted by one offset, that of the last row in the member's zone, so
 * that marks fall on local midnights and hours; one offset for all keeps rows in order across a change to winter time.
 * Labels are worded from the true moment.
 */
export interface ChartTimes {
  toChart(openTime: number): UTCTimestamp;
  toMoment(chartTime: number): number;
}

export function chartTimes(lastOpenTime: number): ChartTimes {
  const offsetSeconds = zoneOffsetMinutes(timeZoneStore.zone(), lastOpenTime) * -60;
  return {
    toChart: (openTime) => (openTime / 1000 - offsetSeconds) as UTCTimestamp,
    toMoment: (chartTime) => (chartTime + offsetSeconds) * 1000,
  };
}

/** What a mark on the time axis stands for, in the library's order: year, month, day, minute, second. */
type MarkKind = 0 | 1 | 2 | 3 | 4;

/** Words moments for the time axis in one language. */
export function timeWords(languageTag: string) {
  const timeZone = timeZoneStore.zone();
  const inLanguage = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag, { ...options, ...(timeZone !== undefined && { timeZone }) });
  const clock = inLanguage({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = inLanguage({ day: 'numeric', month: 'short' });
  const month = inLanguage({ month: 'short' });
  const year = inLanguage({ year: 'numeric', calendar: 'gregory' });
  const full = inLanguage({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const byKind = [year, month, day, clock, clock] as const;
  return {
    mark: (moment: number, kind: MarkKind) => byKind[kind].format(moment),
    full: (moment: number) => full.format(moment),
  };
}
