import type { CandleColumns } from '#core/market/candle.ts';
import { candleBytes, candleRowBytes } from '#core/plans/candle-hash.ts';

/** Encodes candles as the bytes that are hashed. */
export function encodeCandles(candles: CandleColumns): Buffer {
  return Buffer.from(candleBytes(candles).buffer);
}

/** Decodes stored candles without loss. */
export function decodeCandles(bytes: Buffer): CandleColumns {
  const count = bytes.length / candleRowBytes;
  const column = (place: number) =>
    Float64Array.from({ length: count }, (_, row) => bytes.readDoubleLE(row * candleRowBytes + place * 8));
  return { openTime: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}
