import type { CandleColumns } from '#core/market/candle.ts';
import { emptyColumns } from '#core/market/columns.ts';

const header = 'open_time_ms,open,high,low,close,volume';
const columnNames = ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const;

/** Reads candles from CSV text of the columns `open_time_ms,open,high,low,close,volume`. Throws with the line of a bad row. */
export function readCandles(text: string): CandleColumns {
  const [first, ...lines] = text.trimEnd().split('\n');
  if (first !== header) throw new Error(`line 1: expected the columns ${header}`);
  const candles = emptyColumns(lines.length);
  lines.forEach((line, row) => {
    const fields = line.split(',');
    if (fields.length !== columnNames.length) throw new Error(`line ${row + 2}: expected ${columnNames.length} fields`);
    columnNames.forEach((name, column) => {
      const value = Number(fields[column]);
      if (fields[column] === '' || !Number.isFinite(value)) throw new Error(`line ${row + 2}: ${name} is not a number`);
      candles[name][row] = value;
    });
  });
  return candles;
}

/** The same candles as CSV text, numbers as the shortest decimals that round-trip. */
export function writeCandles(candles: CandleColumns): string {
  const lines = [header];
  for (let row = 0; row < candles.openTime.length; row++) {
    lines.push(columnNames.map((name) => candles[name][row]).join(','));
  }
  return `${lines.join('\n')}\n`;
}
