import { type CandleColumns, sliceColumns } from '#core/market/candle.ts';
import { copyColumns, emptyColumns, rowAtOrAfter } from '#core/market/columns.ts';

const capacityMin = 256;

/**
 * Closed candles of one coin and interval, oldest first: appended at the end, evicted at the beginning once they opened `windowMs` or
 * more before the newest. Eviction depends on the candles alone, so all nodes keep the same.
 */
export class CandleSeries {
  readonly #windowMs: number;
  #store = emptyColumns(capacityMin);
  #first = 0;
  #end = 0;
  #rows: CandleColumns | null = null;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** All rows kept. Safe to keep a reference: later appends never change columns returned before. */
  get rows(): CandleColumns {
    this.#rows ??= sliceColumns(this.#store, this.#first, this.#end);
    return this.#rows;
  }

  /** Open time of the newest candle, or null without one. */
  get newest(): number | null {
    return this.#end === this.#first ? null : (this.#store.openTime[this.#end - 1] as number);
  }

  /** Adds one candle, later than all before. */
  push(openTime: number, open: number, high: number, low: number, close: number, volume: number): void {
    this.#makeRoom(1);
    const store = this.#store;
    const row = this.#end;
    store.openTime[row] = openTime;
    store.open[row] = open;
    store.high[row] = high;
    store.low[row] = low;
    store.close[row] = close;
    store.volume[row] = volume;
    this.#end++;
    this.#forget();
  }

  /** Adds all rows of `candles`, each later than all before. */
  append(candles: CandleColumns): void {
    if (candles.openTime.length === 0) return;
    this.#makeRoom(candles.openTime.length);
    copyColumns(this.#store, this.#end, candles);
    this.#end += candles.openTime.length;
    this.#forget();
  }

  #forget(): void {
    this.#rows = null;
    const { openTime } = this.#store;
    const since = (openTime[this.#end - 1] as number) - this.#windowMs + 1;
    if ((openTime[this.#first] as number) >= since) return;
    this.#first += rowAtOrAfter(openTime.subarray(this.#first, this.#end), since);
  }

  /** Always allocates, never moves rows in place: columns returned before must not change. */
  #makeRoom(added: number): void {
    if (this.#end + added <= this.#store.openTime.length) return;
    const kept = this.rows;
    const length = kept.openTime.length;
    const needed = length + added;
    // Until the window is full it grows to a size that nobody knows here.
    const spare = this.#first === 0 ? needed : Math.ceil(needed / 4);
    this.#store = emptyColumns(Math.max(capacityMin, needed + spare));
    copyColumns(this.#store, 0, kept);
    this.#first = 0;
    this.#end = length;
  }
}
