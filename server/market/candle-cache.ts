import { Bucket, bucketStart } from '#core/market/aggregate.ts';
import { type Candle, type CandleColumns, candleAt, type Interval, intervalMs } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { dayMs } from '#core/time/lengths.ts';
import { CandleSeries } from './candle-series.ts';

export const intervals: readonly Interval[] = ['1m', '5m', '30m', '1h', '6h', '1d'];

/**
 * How far back candles are kept in memory: enough for 400 candles of each tab and for the history of quotes, about 60 MB for 15
 * coins. Older candles are read from the source.
 */
export const windowMs: Readonly<Record<Interval, number>> = {
  '1m': 30 * dayMs,
  '5m': 60 * dayMs,
  '30m': 120 * dayMs,
  '1h': 120 * dayMs,
  '6h': 120 * dayMs,
  '1d': 400 * dayMs,
};

/** How much history a source loads at start: the longest window plus a day, so that the oldest candle is complete. */
export const historyMs: number = 401 * dayMs;

/** The newest price of a coin. */
export interface PriceNow {
  /** The running minute so far; kept as the last good price when prices stop coming. */
  readonly forming: Candle | null;
  /** Product time of the price. */
  readonly at: number | null;
  /** Prices are multiples of 10^-decimals. */
  readonly decimals: number;
}

/** The candles of one coin: closed ones in every interval, and the minute being formed. Written by the source alone. */
export class CandleCache {
  readonly coin: CoinSymbol;
  /** Called for every candle as it closes, once the history is loaded. */
  onClosed: ((interval: Interval, openTime: number) => void) | null = null;
  readonly #series: Readonly<Record<Interval, CandleSeries>>;
  #buckets: readonly Bucket[] = [];
  #price: PriceNow = { forming: null, at: null, decimals: 2 };
  #revision = 0;
  #from = Number.NaN;
  #through = Number.NaN;

  constructor(coin: CoinSymbol) {
    this.coin = coin;
    const series = (interval: Interval) => new CandleSeries(windowMs[interval]);
    this.#series = {
      '1m': series('1m'),
      '5m': series('5m'),
      '30m': series('30m'),
      '1h': series('1h'),
      '6h': series('6h'),
      '1d': series('1d'),
    };
  }

  /** All minutes that open before this are closed and cached; NaN before `begin`. */
  get through(): number {
    return this.#through;
  }

  get price(): PriceNow {
    return this.#price;
  }

  set price(price: PriceNow) {
    this.#price = price;
    this.#revision++;
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision;
  }

  get started(): boolean {
    return !Number.isNaN(this.#from);
  }

  /** Sets the first minute of the history. Called once, before any candle. */
  begin(from: number): void {
    this.#from = from;
    this.#through = from;
    this.#buckets = intervals.slice(1).map((interval) => {
      const series = this.#series[interval];
      return new Bucket(interval, from, (openTime, open, high, low, close, volume) => {
        series.push(openTime, open, high, low, close, volume);
        this.onClosed?.(interval, openTime);
      });
    });
  }

  /** Adds closed minutes and closes every candle that ends by `through`. Throws a RangeError for minutes that are out of order. */
  close(minutes: CandleColumns, through: number): void {
    const rows = minutes.openTime.length;
    const outOfOrder = (minutes.openTime[0] ?? through) < this.#through || (minutes.openTime[rows - 1] ?? 0) >= through;
    if (outOfOrder || !(through >= this.#through)) {
      throw new RangeError(`${this.coin}: minutes before ${this.#through} are closed, these end at ${through}`);
    }
    this.#series['1m'].append(minutes);
    if (this.onClosed) for (const openTime of minutes.openTime) this.onClosed('1m', openTime);
    for (const bucket of this.#buckets) {
      bucket.addRows(minutes, 0, rows);
      bucket.closeThrough(through);
    }
    this.#through = through;
    this.#revision++;
  }

  /** The closed candles in memory, oldest first. */
  closed(interval: Interval): CandleColumns {
    return this.#series[interval].rows;
  }

  /** The unfinished candle of this interval; null without a price, or when its beginning is missing. */
  formingOf(interval: Interval): Candle | null {
    const { forming } = this.#price;
    const minute = forming !== null && forming.openTime >= this.#through ? forming : null;
    if (interval === '1m') return minute;
    const begun = this.#buckets[intervals.indexOf(interval) - 1]?.forming() ?? null;
    if (minute === null) return begun;
    const openTime = bucketStart(minute.openTime, interval);
    if (begun === null || begun.openTime !== openTime) return openTime < this.#from ? null : { ...minute, openTime };
    return {
      openTime,
      open: begun.open,
      high: Math.max(begun.high, minute.high),
      low: Math.min(begun.low, minute.low),
      close: minute.close,
      volume: begun.volume + minute.volume,
    };
  }

  newestClosed(interval: Interval): Candle | null {
    const rows = this.#series[interval].rows;
    return rows.openTime.length === 0 ? null : candleAt(rows, rows.openTime.length - 1);
  }
}

/** Close time of a candle of this interval. */
export function endOf(interval: Interval, openTime: number): number {
  return openTime + intervalMs[interval];
}
