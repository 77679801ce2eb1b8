import { type CandleColumns, candleAt } from '#core/market/candle.ts';
import { emptyColumns } from '#core/market/columns.ts';
import { minuteMs } from '#core/time/lengths.ts';

const header = 'open_time_ms,open,high,low,close,volume';
const columnNames = ['openTime', 'open', 'high', 'low', 'close', 'volume'] as const;
/** The year 2100 in milliseconds: later times are of another unit. */
const latestMs = 4_102_444_800_000;

/**
 * Reads candles from CSV text of the columns `open_time_ms,open,high,low,close,volume`. Throws with the line of a bad row: one that is
 * no candle, or that does not open at a whole minute after the one before.
 */
export function readCandles(text: string): CandleColumns {
  const [first, ...lines] = text.trimEnd().split('\n');
  if (first?.trimEnd() !== header) throw new Error(`line 1: expected the columns ${header}`);
  if (lines.length === 0) throw new Error('there is no candle');
  const candles = emptyColumns(lines.length);
  lines.forEach((line, row) => {
    const fields = line.trimEnd().split(',');
    const refuse = (reason: string): never => {
      throw new Error(`line ${row + 2}: ${reason}`);
    };
    if (fields.length !== columnNames.length) refuse(`expected ${columnNames.length} fields`);
    columnNames.forEach((name, column) => {
      const value = Number(fields[column]);
      if (fields[column] === '' || !Number.isFinite(value)) refuse(`${name} is not a number`);
      candles[name][row] = value;
    });
    const fault = timeFault(candles.openTime, row) ?? priceFault(candles, row);
    if (fault !== null) refuse(fault);
  });
  return candles;
}

function timeFault(openTimes: Float64Array, row: number): string | null {
  const openTime = openTimes[row] as number;
  if (openTime > latestMs) return `${openTime} is no time in milliseconds; it looks like micro- or nanoseconds`;
  if (openTime < 0 || openTime % minuteMs !== 0) return `${openTime} is not the start of a minute in milliseconds`;
  const before = openTimes[row - 1] ?? -1;
  if (openTime === before) return `the minute ${new Date(openTime).toISOString()} occurs twice`;
  return openTime < before ? `${new Date(openTime).toISOString()} is earlier than the line before` : null;
}

function priceFault(candles: CandleColumns, row: number): string | null {
  const { open, high, low, close, volume } = candleAt(candles, row);
  if (!(low > 0)) return `the price ${low} is not above zero`;
  if (low > Math.min(open, close) || high < Math.max(open, close)) return 'open or close is outside of low to high';
  return volume < 0 ? `the volume ${volume} is below zero` : null;
}

/** The same candles as CSV text, numbers as the shortest decimals that round-trip. */
export function writeCandles(candles: CandleColumns): string {
  const lines = [header];
  for (let row = 0; row < candles.openTime.length; row++) {
    lines.push(columnNames.map((name) => candles[name][row]).join(','));
  }
  return `${lines.join('\n')}\n`;
}
