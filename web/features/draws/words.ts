import { memoized } from '#contract/memoized.ts';
import type { EntryKind } from '#core/draws/entries.ts';
import { dayMs } from '#core/time/lengths.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';

/** Where an entry of each kind is earned. */
export const earningPaths: Readonly<Record<EntryKind, string>> = {
  checkedIn: '/homeTab?checkIn',
  planPlaced: '/tab1',
  planSettled: '/orders',
  resultVerified: '/orders',
  donated: '/singing',
};

/** The date of a day (UTC), as it is written everywhere. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const days = memoized((tag: string) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }));

/** The same in the current language: "21 Nov 2026". */
export const dayName = (day: number): string => days(localeStore.tag()).format(day * dayMs);

/** When the seed of a day (UTC) is revealed, ms since 1970. */
export const revealedFrom = (day: number): number => (day + 1) * dayMs;
