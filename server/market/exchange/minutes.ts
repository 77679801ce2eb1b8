import * as z from 'zod/mini';
import type { Candle } from '#core/market/candle.ts';
import { isPossibleCandle } from '#core/market/possible-candle.ts';
import { minuteMs } from '#core/time/lengths.ts';

/** Maximum clock difference: a time further ahead of ours is invalid. */
const aheadMsMax = 5 * minuteMs;

const row = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.nullish(z.number())]);

/**
 * The 1-minute candles of an exchange's response, oldest first, without duplicates. Exchanges have changed the unit of their times
 * without notice, so it is detected from the magnitude. Throws when any row is invalid: the other rows of such a response cannot be
 * trusted.
 */
export function readMinutes(response: unknown, now: number): Candle[] {
  const rows = z.parse(z.array(row), response);
  const byOpenTime = new Map<number, Candle>();
  for (const [time, open, high, low, close, volume] of rows) {
    const candle = { openTime: toMilliseconds(time), open, high, low, close, volume: volume ?? 0 };
    const isMinute = candle.openTime > 0 && candle.openTime % minuteMs === 0;
    if (!isMinute || !isPossibleCandle(candle) || candle.openTime > now + aheadMsMax) {
      throw new Error(`not a 1-minute candle: ${JSON.stringify([time, open, high, low, close, volume])}`);
    }
    byOpenTime.set(candle.openTime, candle);
  }
  return [...byOpenTime.values()].sort((one, other) => one.openTime - other.openTime);
}

/** Milliseconds of a time in seconds, milli-, micro- or nanoseconds. Correct for dates from 1973 to 5138. */
export function toMilliseconds(time: number): number {
  if (time < 1e11) return time * 1000;
  if (time < 1e14) return time;
  return Math.floor(time < 1e17 ? time / 1000 : time / 1_000_000);
}
