import type { CandleColumns } from './candle.ts';
import { emptyColumns } from './columns.ts';
import { roundToTick, tickDecimalsMax, ticksPerUnit } from './ticks.ts';

/**
 * The position of a recording on the product clock. The recording is played in a loop without a pause: lap n opens at
 * `start` + n x `lapMs`. All milliseconds, all whole minutes.
 */
export interface ReplayPlace {
  /** Product time at which the first recorded minute opens. */
  readonly start: number;
  /** Open time of the first recorded minute. */
  readonly recordedFrom: number;
  /** Length of the recording, from the first minute's open to the last minute's end. */
  readonly lapMs: number;
}

/** How one lap's prices are carried on from the lap before. */
export interface Rebase {
  /** What recorded prices are multiplied by. */
  readonly factor: number;
  /** Prices of the lap are multiples of 10^-decimals. */
  readonly decimals: number;
}

const factorMin = 1e-15;
const factorMax = 1e15;

/** Number of the lap that plays at `time`: 0 is the first. Negative before the recording starts. */
export function lapAt({ start, lapMs }: ReplayPlace, time: number): number {
  return Math.floor((time - start) / lapMs);
}

/** What is added to recorded open times in this lap. */
export function lapShift({ start, recordedFrom, lapMs }: ReplayPlace, lap: number): number {
  return start - recordedFrom + lap * lapMs;
}

/** Open time of the first lap after lap 0 that begins at or after `from` and before `to`, or null. */
export function seamBetween({ start, lapMs }: ReplayPlace, from: number, to: number): number | null {
  const lap = Math.max(1, Math.ceil((from - start) / lapMs));
  const seam = start + lap * lapMs;
  return seam < to ? seam : null;
}

/**
 * Rebase of a lap. A recording ends at another price than it began with, so each lap is scaled by last close / first open
 * once more than the lap before it: its first open is where the last close was, to the tick. Lap 0 is as recorded. The tick
 * stays the coin's own unless the price has moved by a power of ten; then it moves along, so that a price never has
 * fewer digits to move in. The factor stays within 1e-15 to 1e15, which the wildest coin here reaches after two years; only
 * from there on a seam does jump.
 */
export function rebaseOfLap(recorded: CandleColumns, decimals: number, lap: number): Rebase {
  const firstOpen = recorded.open[0];
  const lastClose = recorded.close[recorded.close.length - 1];
  if (firstOpen === undefined || lastClose === undefined) return { factor: 1, decimals };
  const ratio = lastClose / firstOpen;
  let factor = 1;
  for (let played = 0; played < lap; played++) {
    const next = Math.min(factorMax, Math.max(factorMin, factor * ratio));
    if (next === factor) break;
    factor = next;
  }
  let places = decimals;
  for (let size = factor; size <= 0.1 && places < tickDecimalsMax; size *= 10) places++;
  for (let size = factor; size >= 10 && places > 0; size /= 10) places--;
  return { factor, decimals: places };
}

/** A recorded price in a lap: scaled, on the lap's ticks, never below one tick. Keeps the order of prices. */
export function rebasedPrice(price: number, { factor, decimals }: Rebase): number {
  return Math.max(1 / ticksPerUnit(decimals), roundToTick(price * factor, decimals));
}

/**
 * Recorded rows `first` (included) to `end` (excluded) as they play in a lap, in new memory. Lap 0 keeps prices as recorded;
 * volumes are kept in every lap.
 */
export function rowsInLap(
  recorded: CandleColumns,
  first: number,
  end: number,
  shift: number,
  lap: number,
  rebase: Rebase,
): CandleColumns {
  const rows = emptyColumns(end - first);
  for (let row = 0; row < end - first; row++) rows.openTime[row] = (recorded.openTime[first + row] as number) + shift;
  rows.volume.set(recorded.volume.subarray(first, end));
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    if (lap === 0) rows[name].set(recorded[name].subarray(first, end));
    else rebaseColumn(recorded[name], first, rows[name], rebase);
  }
  return rows;
}

function rebaseColumn(recorded: Float64Array, first: number, rebased: Float64Array, rebase: Rebase): void {
  for (let row = 0; row < rebased.length; row++) rebased[row] = rebasedPrice(recorded[first + row] as number, rebase);
}
