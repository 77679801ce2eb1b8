import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { CandleColumns } from '#core/market/candle.ts';

/** Bytes of one candle in the hash: six doubles. */
const rowBytes = 48;

/**
 * Fingerprint of candles: SHA-256, lower-case hex, over the rows in order, each as six IEEE 754 doubles, little-endian: open
 * time (ms), open, high, low, close, volume. Nothing stands between or around the rows. Throws a RangeError for a value that
 * is not finite, whose bytes would not be the same everywhere.
 */
export function candlesHash(candles: CandleColumns): string {
  const { openTime, open, high, low, close, volume } = candles;
  const columns = [openTime, open, high, low, close, volume];
  const bytes = new Uint8Array(openTime.length * rowBytes);
  const view = new DataView(bytes.buffer);
  for (const [place, column] of columns.entries()) {
    for (const [row, value] of column.entries()) {
      if (!Number.isFinite(value)) throw new RangeError(`candle ${row} holds ${value}`);
      view.setFloat64(row * rowBytes + place * 8, value, true);
    }
  }
  return bytesToHex(sha256(bytes));
}
