import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type CandleColumns, sliceColumns } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import type { DayPrices } from '#core/market/replay.ts';
import { dayMs } from '#core/time/lengths.ts';
import { candlesHash } from './candle-hash.ts';

/** A whole day of one coin in a recording. */
export interface RecordedDay extends DayPrices {
  /** Its midnight (UTC), in ms since 1970. */
  readonly midnight: number;
  /** `candlesHash` of its candles as they were recorded, lower-case hex. */
  readonly hash: string;
}

/** A coin of a recording. */
export interface CoinOfRecording {
  readonly coin: string;
  /** Decimals of its recorded prices. */
  readonly decimals: number;
  /** `recordedCoinHash` of its days, lower-case hex. */
  readonly hash: string;
}

/** The candles of one recorded day, in the memory of the recording. */
export function candlesOfDay(candles: CandleColumns, midnight: number): CandleColumns {
  const first = rowAtOrAfter(candles.openTime, midnight);
  return sliceColumns(candles, first, rowAtOrAfter(candles.openTime, midnight + dayMs));
}

/**
 * Each recorded day of one coin, by its midnight. `hashOf` is `candlesHash` or a faster one of the platform. Throws a RangeError for a
 * day without a candle.
 */
export function daysOfCoin(
  candles: CandleColumns,
  midnights: readonly number[],
  hashOf: (day: CandleColumns) => string = candlesHash,
): RecordedDay[] {
  return midnights.map((midnight) => {
    const day = candlesOfDay(candles, midnight);
    const [open, close] = [day.open[0], day.close.at(-1)];
    if (open === undefined || close === undefined)
      throw new RangeError(`there is no candle on the day from ${midnight}`);
    return { midnight, open, close, hash: hashOf(day) };
  });
}

/**
 * SHA-256, lower-case hex, over the days of one coin, in order: midnight in ms, first open and last close, each as a
 * little-endian IEEE 754 double, then the 32 bytes of the day's hash.
 */
export function recordedCoinHash(days: readonly RecordedDay[]): string {
  const parts = days.map(({ midnight, open, close, hash }) => {
    const numbers = new DataView(new ArrayBuffer(24));
    for (const [place, value] of [midnight, open, close].entries()) numbers.setFloat64(place * 8, value, true);
    return concatBytes(new Uint8Array(numbers.buffer), hexToBytes(hash));
  });
  return bytesToHex(sha256(concatBytes(...parts)));
}

/**
 * What plans are bound to of a recording: SHA-256, lower-case hex, over one line for each coin in the order of the market
 * list, `<coin> <decimals> <hash>` and a line feed, in UTF-8.
 */
export function recordingHash(coins: readonly CoinOfRecording[]): string {
  const lines = coins.map(({ coin, decimals, hash }) => `${coin} ${decimals} ${hash}\n`);
  return bytesToHex(sha256(utf8ToBytes(lines.join(''))));
}
