import type { CandleColumns } from '#core/market/candle.ts';

/** A quote with the candles that the market had closed when it was asked for. */
export interface QuoteCase {
  readonly id: string;
  readonly coin: string;
  readonly level: number;
  readonly leverage: number;
  readonly closed: CandleColumns;
  /** Of a replay the time of asking and the number of its recorded days. */
  readonly replay?: { readonly at: number; readonly recordedDays: number };
}
