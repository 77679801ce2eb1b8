import type { Recording } from './recording-codec.ts';
import { ticksPerUnit } from './ticks.ts';

/**
 * Fewest ticks of a recorded price. A day that is carried on is rounded to ticks: of a thousand ticks half a tick is 0.05 %, what a taker pays
 * for a position; of fewer, rounding alone would move a price by more than that.
 */
export const priceTicksMin = 1_000;

/**
 * Why a recording of candles that are `candleMs` long is not replayed, to stand behind the name of its coin; null where nothing is wrong. A candle that
 * begins between two others is refused, a missing one, and a price below `priceTicksMin`. Open times ascend, in ms since 1970 UTC.
 */
export function recordingFault({ candles, priceDecimals }: Recording, candleMs: number): string | null {
  return (
    gridFault(candles.openTime, candleMs) ?? gapFault(candles.openTime, candleMs) ?? tickFault(candles, priceDecimals)
  );
}

const lengthOf = (candleMs: number): string => (candleMs === 60_000 ? '1 minute' : `${candleMs / 60_000} minutes`);

function gridFault(openTimes: Float64Array, candleMs: number): string | null {
  const strayed = openTimes.find((openTime) => openTime % candleMs !== 0);
  if (strayed === undefined) return null;
  return `has a candle at ${textOf(strayed)}; its candles are ${lengthOf(candleMs)} long`;
}

function gapFault(openTimes: Float64Array, candleMs: number): string | null {
  const before = openTimes.findIndex((openTime, row) => (openTimes[row + 1] ?? Number.NaN) - openTime > candleMs);
  if (before === -1) return null;
  const span = (openTimes.at(-1) as number) - (openTimes[0] as number);
  const missing = span / candleMs + 1 - openTimes.length;
  const first = textOf((openTimes[before] as number) + candleMs);
  return `has gaps: candles of ${lengthOf(candleMs)} that are missing: ${missing}, the first at ${first}`;
}

function tickFault({ openTime, low }: Recording['candles'], priceDecimals: number): string | null {
  const scale = ticksPerUnit(priceDecimals);
  const row = low.findIndex((price) => Math.round(price * scale) < priceTicksMin);
  if (row === -1) return null;
  const price = low[row] as number;
  const ticks = Math.round(price * scale);
  return (
    `has the price ${price.toFixed(priceDecimals)} at ${textOf(openTime[row] as number)}: with the ${priceDecimals} decimals of its prices ` +
    `these are ${ticks} ticks, and below ${priceTicksMin} rounding to ticks would change its moves`
  );
}

const textOf = (time: number): string => new Date(time).toISOString();
