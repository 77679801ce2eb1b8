import { useMemo } from 'react';
import type { Usdt } from '#core/money/amount.ts';
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
  type Sign,
} from './number.ts';
import { formatClock, formatDayTime, formatFullTime, formatSpan } from './time.ts';
import { timeZoneStore } from './time-zone.ts';

/** All formatters in the member's language and time zone. */
export interface Format {
  usdt(value: Usdt, decimals: number, sign?: Sign): string;
  /** All the digits it has, two after the point at least. */
  exactUsdt(value: Usdt): string;
  percent(ratio: number, decimals?: number, sign?: Sign): string;
  share(share: number, decimals: number): string;
  price(price: number, decimals: number): string;
  count(count: number | bigint): string;
  compact(value: number): string;
  dayTime(milliseconds: number): string;
  fullTime(milliseconds: number): string;
  clock(milliseconds: number): string;
  span(spanMs: number): string;
  /** The bound that a duration kept: rounded up. */
  spanWithin(spanMs: number): string;
  typedAmount(typed: string): string;
}

export function formatFor(tag: string, zone?: string): Format {
  return {
    usdt: (value, decimals, sign) => formatUsdt(tag, value, decimals, sign),
    exactUsdt: (value) => formatExactUsdt(tag, value),
    percent: (ratio, decimals, sign) => formatPercent(tag, ratio, decimals, sign),
    share: (share, decimals) => formatShare(tag, share, decimals),
    price: (price, decimals) => formatPrice(tag, price, decimals),
    count: (count) => formatCount(tag, count),
    compact: (value) => formatCompact(tag, value),
    dayTime: (milliseconds) => formatDayTime(tag, milliseconds, zone),
    fullTime: (milliseconds) => formatFullTime(tag, milliseconds, zone),
    clock: (milliseconds) => formatClock(tag, milliseconds, zone),
    span: (spanMs) => formatSpan(tag, spanMs),
    spanWithin: (spanMs) => formatSpan(tag, spanMs, { isBound: true }),
    typedAmount: (typed) => normaliseAmount(tag, typed),
  };
}

export function useFormat(): Format {
  const tag = useStore(localeStore.subscribe, localeStore.tag);
  const zone = useStore(timeZoneStore.subscribe, timeZoneStore.zone);
  return useMemo(() => formatFor(tag, zone), [tag, zone]);
}
