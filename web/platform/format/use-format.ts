import { useMemo } from 'react';
import { localeStore } from '../i18n/locale-store.ts';
import { useStore } from '../use-store.ts';
import {
  formatCompact,
  formatCount,
  formatExactUsdt,
  formatPercent,
  formatPrice,
  formatShare,
  formatUsdt,
  normaliseAmount,
} from './number.ts';
import { formatClock, formatDayTime, formatFullTime, formatSpan } from './time.ts';
import { timeZoneStore } from './time-zone.ts';

/** All formatters in a language and a time zone. */
export function formatFor(tag: string, zone?: string) {
  const inLanguage =
    <Values extends readonly unknown[]>(write: (tag: string, ...values: Values) => string) =>
    (...values: Values): string =>
      write(tag, ...values);
  return {
    usdt: inLanguage(formatUsdt),
    /** All the digits it has, two after the point at least. */
    exactUsdt: inLanguage(formatExactUsdt),
    percent: inLanguage(formatPercent),
    share: inLanguage(formatShare),
    price: inLanguage(formatPrice),
    count: inLanguage(formatCount),
    compact: inLanguage(formatCompact),
    dayTime: (milliseconds: number) => formatDayTime(tag, milliseconds, zone),
    fullTime: (milliseconds: number) => formatFullTime(tag, milliseconds, zone),
    clock: (milliseconds: number) => formatClock(tag, milliseconds, zone),
    span: (spanMs: number) => formatSpan(tag, spanMs),
    /** The bound that a duration kept: rounded up. */
    spanWithin: (spanMs: number) => formatSpan(tag, spanMs, { isBound: true }),
    typedAmount: inLanguage(normaliseAmount),
  };
}

export type Format = ReturnType<typeof formatFor>;

export function useFormat(): Format {
  const tag = useStore(localeStore.subscribe, localeStore.tag);
  const zone = useStore(timeZoneStore.subscribe, timeZoneStore.zone);
  return useMemo(() => formatFor(tag, zone), [tag, zone]);
}
