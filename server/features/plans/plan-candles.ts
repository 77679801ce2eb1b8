import type { CandleColumns } from '#core/market/candle.ts';

const rowBytes = 48;

/** Candles as they are stored and hashed: six little-endian doubles a row. */
export function encodeCandles(candles: CandleColumns): Buffer {
  const bytes = Buffer.alloc(candles.openTime.length * rowBytes);
  for (const [place, column] of columnsInOrder(candles).entries()) {
    for (const [row, value] of column.entries()) bytes.writeDoubleLE(value, row * rowBytes + place * 8);
  }
  return bytes;
}

/** The stored candles again, every bit of them. */
export function decodeCandles(bytes: Buffer): CandleColumns {
  const count = bytes.length / rowBytes;
  const column = (place: number) =>
    Float64Array.from({ length: count }, (_, row) => bytes.readDoubleLE(row * rowBytes + place * 8));
  return { openTime: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

function columnsInOrder({ openTime, open, high, low, close, volume }: CandleColumns): Float64Array[] {
  return [openTime, open, high, low, close, volume];
}
