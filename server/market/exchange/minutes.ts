import * as z from 'zod/mini';
import type { Candle } from '#core/market/candle.ts';

const minuteMs = 60_000;

/** How far ahead of our clock an exchange's may be before its times are taken for nonsense. */
const aheadMsMax = 5 * minuteMs;

const row = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.nullish(z.number())]);

/**
 * The 1-minute candles of an exchange's answer, oldest first, without repetitions. Exchanges have changed the unit of their
 * times from one day to the next, so it is told from the size: seconds, milli-, micro- or nanoseconds. Throws when a row is no candle:
 * an answer with one wrong row cannot be trusted for the others.
 */
export function readMinutes(answer: unknown, now: number): Candle[] {
  const rows = z.parse(z.array(row), answer);
  const byOpenTime = new Map<number, Candle>();
  for (const [time, open, high, low, close, volume] of rows) {
    const candle = { openTime: toMilliseconds(time), open, high, low, close, volume: volume ?? 0 };
    if (!isCandle(candle) || candle.openTime > now + aheadMsMax) {
      throw new Error(`not a 1-minute candle: ${JSON.stringify([time, open, high, low, close, volume])}`);
    }
    byOpenTime.set(candle.openTime, candle);
  }
  return [...byOpenTime.values()].sort((one, other) => one.openTime - other.openTime);
}

function isCandle({ openTime, open, high, low, close, volume }: Candle): boolean {
  const inside = low > 0 && low <= open && low <= close && high >= open && high >= close && Number.isFinite(high);
  return inside && volume >= 0 && Number.isFinite(volume) && openTime > 0 && openTime % minuteMs === 0;
}

/** Milliseconds of a time in an unknown unit. Right for every date from 1973 to 5138. */
export function toMilliseconds(time: number): number {
  if (time < 1e11) return time * 1000;
  if (time < 1e14) return time;
  return Math.floor(time < 1e17 ? time / 1000 : time / 1_000_000);
}
