import { type Candle, type CandleColumns, columnsOf, type Interval, intervalMs } from './candle.ts';

/**
 * What is known of a history: every 1-minute candle that opens at or after `from` and before `through` is there, so a
 * minute missing in between was never traded. Milliseconds since 1970 UTC.
 */
export interface KnownSpan {
  readonly from: number;
  readonly through: number;
}

/** Takes candles one at a time, oldest first. */
export type CandleSink = (
  openTime: number,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
) => void;

/** First millisecond of the candle of `interval` in which `time` lies: intervals start at multiples of their length, UTC. */
export function bucketStart(time: number, interval: Interval): number {
  const length = intervalMs[interval];
  return Math.floor(time / length) * length;
}

/**
 * The closed candles of a longer interval made of 1-minute candles: open of the first minute, close of the last, highest
 * high, lowest low, sum of the volumes in order of time. Only complete candles: one that begins before `span.from` lacks
 * its first minutes and one that ends after `span.through` is not over; both are left out. A gap stays a gap: an interval
 * without a minute has no candle.
 */
export function aggregate(minutes: CandleColumns, interval: Interval, span: KnownSpan): CandleColumns {
  const closed: Candle[] = [];
  const bucket = new Bucket(interval, span.from, (openTime, open, high, low, close, volume) => {
    closed.push({ openTime, open, high, low, close, volume });
  });
  bucket.addRows(minutes, 0, minutes.openTime.length);
  bucket.closeThrough(span.through);
  return columnsOf(closed);
}

/** The candle of one interval that is being formed from 1-minute candles; hands each to `onClosed` once it is final. */
export class Bucket {
  readonly interval: Interval;
  readonly #from: number;
  readonly #onClosed: CandleSink;
  #openTime = Number.NaN;
  #end = Number.NEGATIVE_INFINITY;
  #open = 0;
  #high = 0;
  #low = 0;
  #close = 0;
  #volume = 0;

  /** Candles that begin before `from` are dropped: they would lack their first minutes. */
  constructor(interval: Interval, from: number, onClosed: CandleSink) {
    this.interval = interval;
    this.#from = from;
    this.#onClosed = onClosed;
  }

  /** Adds closed minutes `first` (included) to `end` (excluded), all later than those added before. */
  addRows(minutes: CandleColumns, first: number, end: number): void {
    const { openTime, open, high, low, close, volume } = minutes;
    for (let row = first; row < end; row++) {
      this.add(
        openTime[row] as number,
        open[row] as number,
        high[row] as number,
        low[row] as number,
        close[row] as number,
        volume[row] as number,
      );
    }
  }

  /** Adds one closed minute, later than those added before. A minute of a later candle closes this one. */
  add(openTime: number, open: number, high: number, low: number, close: number, volume: number): void {
    if (openTime < this.#end) {
      if (high > this.#high) this.#high = high;
      if (low < this.#low) this.#low = low;
      this.#close = close;
      this.#volume += volume;
      return;
    }
    this.#emit();
    this.#openTime = bucketStart(openTime, this.interval);
    this.#end = this.#openTime + intervalMs[this.interval];
    this.#open = open;
    this.#high = high;
    this.#low = low;
    this.#close = close;
    this.#volume = volume;
  }

  /** Every minute before `through` has been added: closes the candle if its interval has passed by then. */
  closeThrough(through: number): void {
    if (this.#end > through) return;
    this.#emit();
    this.#openTime = Number.NaN;
    this.#end = Number.NEGATIVE_INFINITY;
  }

  /** The candle as far as closed minutes make it, or null when it has none or began before the known history. */
  forming(): Candle | null {
    if (Number.isNaN(this.#openTime) || this.#openTime < this.#from) return null;
    return {
      openTime: this.#openTime,
      open: this.#open,
      high: this.#high,
      low: this.#low,
      close: this.#close,
      volume: this.#volume,
    };
  }

  #emit(): void {
    if (Number.isNaN(this.#openTime) || this.#openTime < this.#from) return;
    this.#onClosed(this.#openTime, this.#open, this.#high, this.#low, this.#close, this.#volume);
  }
}
