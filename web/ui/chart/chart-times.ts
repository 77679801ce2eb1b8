import type { UTCTimestamp } from 'lightweight-charts';
import { timeZoneStore, zoneOffsetMinutes } from '#web/platform/format/time-zone.ts';

/**
 * The library places time ticks in UTC. All rows are shifted by one offset, the last row's in the member's zone, so that ticks fall on
 * local midnights and hours; a single offset keeps rows in order across the end of daylight saving. Labels use the true time.
 */
export function chartTimes(lastOpenTime: number) {
  const offsetSeconds = zoneOffsetMinutes(timeZoneStore.zone(), lastOpenTime) * -60;
  return {
    toChart: (openTime: number) => (openTime / 1000 - offsetSeconds) as UTCTimestamp,
    toMoment: (chartTime: number) => (chartTime + offsetSeconds) * 1000,
  };
}

export type ChartTimes = ReturnType<typeof chartTimes>;

/** Tick types in the library's order: year, month, day, minute, second. */
type MarkKind = 0 | 1 | 2 | 3 | 4;

/** Formats times for the time axis. */
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
