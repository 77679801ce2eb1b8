import { dayMs } from '#core/time/lengths.ts';
import type { CandleColumns } from './candle.ts';
import { emptyColumns } from './columns.ts';
import { roundToTick, tickDecimalsMax, ticksPerUnit } from './ticks.ts';

/** The days of a recording, and the position of its replay on the product clock. Milliseconds since 1970 UTC. */
export interface ReplayPlace {
  /** Product time at which day 0 of the replay begins: midnight UTC. */
  readonly start: number;
  /** Where each recorded day begins, in order of time: midnights UTC. */
  readonly recordedDays: readonly number[];
}

/** How the prices of one coin are carried on from the day before. */
export interface Rebase {
  /** What recorded prices are multiplied by, from 1 / `factorMax` to `factorMax`. */
  readonly factor: number;
  /** Prices of the day are multiples of 10^-decimals. */
  readonly decimals: number;
  /** The day does not open where the one before closed: its prices are as recorded again. */
  readonly isBreak: boolean;
}

/** First and last price of one coin on a recorded day. */
export interface DayPrices {
  readonly open: number;
  readonly close: number;
}

/** A price of the replay is at most `factorMax` times the recorded one, and at least that price divided by it. */
export const factorMax = 2;

/** Day of the replay, from 0, at a product time. Negative before the replay starts. */
export function dayAt(start: number, time: number): number {
  return Math.floor((time - start) / dayMs);
}

/** Open time of the first day after day 0 that begins at or after `from` and before `to`, or null. */
export function seamBetween(start: number, from: number, to: number): number | null {
  const seam = start + Math.max(1, Math.ceil((from - start) / dayMs)) * dayMs;
  return seam < to ? seam : null;
}

/** What is added to recorded open times when recorded day `origin` plays as day `day`. */
export function shiftOf({ start, recordedDays }: ReplayPlace, day: number, origin: number): number {
  return start + day * dayMs - (recordedDays[origin] ?? Number.NaN);
}

/** Rebase of day 0: as recorded. */
export function rebaseOfFirstDay(decimals: number): Rebase {
  return { factor: 1, decimals, isBreak: false };
}

/**
 * Rebase of a day after `before`: factor = factor before x last close before / first open, so that it opens where the day
 * before closed, to the tick. Where that factor would be outside of 1 / `factorMax` to `factorMax`, it is 1: the price then
 * moves, at once and between two candles, back to what was recorded. The tick of a price that is scaled down is a tenth of
 * the recorded one, so that it never has fewer digits to move in.
 */
export function rebaseAfter(before: Rebase, last: DayPrices, next: DayPrices, decimals: number): Rebase {
  const carried = (before.factor * last.close) / next.open;
  const isBreak = !(carried >= 1 / factorMax && carried <= factorMax);
  const factor = isBreak ? 1 : carried;
  return { factor, decimals: factor < 1 ? Math.min(tickDecimalsMax, decimals + 1) : decimals, isBreak };
}

/**
 * Rebases of one coin for the days of an order (recorded days by number, from day 0 on). `prices` are those of each recorded day.
 */
export function rebasesOf(order: readonly number[], prices: readonly DayPrices[], decimals: number): Rebase[] {
  const rebases: Rebase[] = [];
  for (const [day, origin] of order.entries()) {
    const before = rebases[day - 1];
    const last = prices[order[day - 1] ?? -1];
    const next = prices[origin];
    rebases.push(before && last && next ? rebaseAfter(before, last, next, decimals) : rebaseOfFirstDay(decimals));
  }
  return rebases;
}

/** A recorded price on a day: scaled, on the day's ticks, never below one tick. Keeps the order of prices. */
export function rebasedPrice(price: number, { factor, decimals }: Rebase): number {
  if (factor === 1) return price;
  return Math.max(1 / ticksPerUnit(decimals), roundToTick(price * factor, decimals));
}

/** Recorded rows `first` (included) to `end` (excluded) as they play, in new memory. Volumes are kept. */
export function playedRows(
  recorded: CandleColumns,
  first: number,
  end: number,
  shift: number,
  rebase: Rebase,
): CandleColumns {
  const rows = emptyColumns(end - first);
  for (let row = 0; row < end - first; row++) rows.openTime[row] = (recorded.openTime[first + row] as number) + shift;
  rows.volume.set(recorded.volume.subarray(first, end));
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    const prices = recorded[name].subarray(first, end);
    const played = rows[name];
    if (rebase.factor === 1) played.set(prices);
    else for (let row = 0; row < prices.length; row++) played[row] = rebasedPrice(prices[row] as number, rebase);
  }
  return rows;
}
