import { type CandleColumns, candleAt, intervalMs } from '#core/market/candle.ts';
import type { CoinIcon } from '#core/market/coin-icon.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { joinColumns, noCandles, rowAtOrAfter } from '#core/market/columns.ts';
import { formingAt, pathSteps, pricePath } from '#core/market/price-path.ts';
import type { CandleMinutes, Recording } from '#core/market/recording-codec.ts';
import {
  type DayPrices,
  dayAt,
  playedRows,
  type Rebase,
  type ReplayPlace,
  rebaseAfter,
  rebaseOfFirstDay,
  seamBetween,
  shiftOf,
} from '#core/market/replay.ts';
import { distinctDays } from '#core/market/replay-order.ts';
import type { ReplayMarket } from '#core/plans/market-binding.ts';
import { candlesOfDay, type RecordedDay } from '#core/plans/recording-hash.ts';
import type { PublishedReplay } from '#core/plans/replay-reveal.ts';
import { dayMs } from '#core/time/lengths.ts';
import { type CandleCache, historyMs } from '../candle-cache.ts';
import type { CandleCaches, MarketClock, MarketSource } from '../source.ts';
import type { Recordings } from './recordings.ts';
import type { ReplayOrder } from './replay-order.ts';

const floorTo = (time: number, unit: number): number => Math.floor(time / unit) * unit;

/**
 * Plays recorded days on the product clock, one after another, in a secret order. Everything is a pure function of the
 * recording, its order and the time: nodes that agree on these show the same candles and prices.
 */
export class ReplaySource implements MarketSource {
  readonly kind = 'replay';
  readonly exchange = null;
  readonly label: string;
  readonly coins: readonly CoinSymbol[];
  readonly icons: ReadonlyMap<CoinSymbol, CoinIcon> | undefined;
  readonly candleMinutes: CandleMinutes;
  readonly beaconCoins: readonly CoinSymbol[];
  readonly #recordings: Recordings;
  readonly #clock: MarketClock;
  readonly #order: ReplayOrder;
  readonly #replays = new Map<CoinSymbol, CoinReplay>();
  #caches: CandleCaches = new Map();
  #advancedTo: number | null = null;

  constructor(recordings: Recordings, clock: MarketClock, order: ReplayOrder) {
    this.label = recordings.label;
    this.coins = [...recordings.coins.keys()];
    this.icons = recordings.icons;
    this.candleMinutes = recordings.candleMs === intervalMs['5m'] ? 5 : 1;
    this.beaconCoins = this.coins;
    this.#recordings = recordings;
    this.#clock = clock;
    this.#order = order;
    const place = { start: order.start, recordedDays: recordings.days };
    for (const [coin, recording] of recordings.coins) {
      const days = recordings.hashedDays.get(coin) ?? [];
      this.#replays.set(coin, new CoinReplay({ ...recording, days, candleMs: recordings.candleMs }, place, order));
    }
  }

  async start(caches: CandleCaches): Promise<void> {
    const from = Math.max(this.#order.start, floorTo(this.#clock.now() - historyMs, dayMs));
    for (const coin of this.#recordings.coins.keys()) caches.get(coin)?.begin(from);
    this.#caches = caches;
    this.#advancedTo = null;
    this.advance(this.#clock.now());
  }

  advance(now: number): void {
    const at = floorTo(now, 1000);
    if (at === this.#advancedTo) return;
    this.#advancedTo = at;
    for (const [coin, replay] of this.#replays) {
      const cache = this.#caches.get(coin);
      if (cache) replay.advance(cache, at);
    }
  }

  async minutes(coin: CoinSymbol, from: number, to: number): Promise<CandleColumns> {
    const closedBefore = Math.min(to, floorTo(this.#clock.now(), this.#recordings.candleMs));
    return this.#replays.get(coin)?.minutes(from, closedBefore) ?? noCandles;
  }

  beginsAt(coin: CoinSymbol): number | null {
    return this.#replays.has(coin) ? this.#order.start : null;
  }

  binding(coin: CoinSymbol, at: number): ReplayMarket | null {
    if (!this.#replays.has(coin)) return null;
    const { label, hash, days } = this.#recordings;
    const { start, commitment } = this.#order;
    return {
      source: 'replay',
      label,
      recording: hash,
      recordedDays: days.length,
      commitment,
      startsAt: start,
      day: dayAt(start, at),
    };
  }

  published(coin: CoinSymbol, now: number): PublishedReplay | null {
    const { hash, hashedCoins, hashedDays } = this.#recordings;
    const { start, commitment } = this.#order;
    const days = hashedDays.get(coin);
    const revealed = this.#order.revealed(now);
    return days ? { recording: hash, commitment, startsAt: start, coins: hashedCoins, days, revealed } : null;
  }

  recordedDay(coin: CoinSymbol, midnight: number): CandleColumns {
    return candlesOfDay(this.#recordings.coins.get(coin)?.candles ?? noCandles, midnight);
  }

  /** Start of the last days that are all different: a day is not drawn again before `distinctDays` others have been played. */
  distinctFrom(now: number): number {
    return floorTo(now, dayMs) - distinctDays(this.#recordings.days.length) * dayMs;
  }

  knownThrough(_coin: CoinSymbol, now: number): number {
    return floorTo(now, this.#recordings.candleMs);
  }

  factorOn(coin: CoinSymbol, day: number): number | null {
    return this.#replays.get(coin)?.factorOn(day) ?? null;
  }

  seamBetween(from: number, to: number): number | null {
    return seamBetween(this.#order.start, from, to);
  }

  breakBetween(coin: CoinSymbol, from: number, to: number): number | null {
    return this.#replays.get(coin)?.breakBetween(from, to) ?? null;
  }

  async stop(): Promise<void> {
    this.#caches = new Map();
  }
}

interface CoinRecording extends Recording {
  readonly days: readonly RecordedDay[];
  /** Length of its candles. */
  readonly candleMs: number;
}

class CoinReplay {
  readonly #recording: CoinRecording;
  readonly #place: ReplayPlace;
  readonly #order: ReplayOrder;
  readonly #rebases: Rebase[] = [];
  #path: { openTime: number; prices: Float64Array } | null = null;

  constructor(recording: CoinRecording, place: ReplayPlace, order: ReplayOrder) {
    this.#recording = recording;
    this.#place = place;
    this.#order = order;
  }

  /** Closes every recorded candle that ends by `at` (a whole second) and forms the running one. Does nothing when the clock was set back. */
  advance(cache: CandleCache, at: number): void {
    const through = floorTo(at, this.#recording.candleMs);
    while (cache.through < through) {
      const end = Math.min(through, cache.through + 30 * dayMs);
      cache.close(this.minutes(cache.through, end), end);
    }
    if (cache.through > through) return;
    // The path of a candle has sixty steps, whatever its length.
    this.#form(cache, through, at, Math.floor(((at - through) * pathSteps) / this.#recording.candleMs));
  }

  /** Closed minutes that open at or after `from` and before `to`, across days. */
  minutes(from: number, to: number): CandleColumns {
    const parts: CandleColumns[] = [];
    const last = dayAt(this.#place.start, to - 1);
    for (let day = Math.max(0, dayAt(this.#place.start, from)); day <= last; day++) {
      parts.push(this.#rowsOf(day, from, to));
    }
    return parts.length === 1 ? (parts[0] as CandleColumns) : joinColumns(parts);
  }

  factorOn(day: number): number {
    return this.#rebaseOf(day).factor;
  }

  /** Beginning of the last day within this span that does not open where the one before closed; or null. */
  breakBetween(from: number, to: number): number | null {
    const { start } = this.#place;
    for (let day = dayAt(start, to - 1); day > 0 && start + day * dayMs >= from; day--) {
      if (this.#rebaseOf(day).isBreak) return start + day * dayMs;
    }
    return null;
  }

  #form(cache: CandleCache, openTime: number, at: number, step: number): void {
    const day = dayAt(this.#place.start, openTime);
    if (day < 0) return;
    const { decimals } = this.#rebaseOf(day);
    const minute = this.#rowsOf(day, openTime, openTime + this.#recording.candleMs);
    if (minute.openTime.length === 0) {
      // A gap in the recording: the last price stays, with its age.
      const last = cache.newestClosed('1m');
      cache.price = { forming: null, at: last && last.openTime + this.#recording.candleMs, decimals };
      return;
    }
    const candle = candleAt(minute, 0);
    if (this.#path?.openTime !== openTime) this.#path = { openTime, prices: pricePath(candle, decimals) };
    const forming = formingAt(candle, this.#path.prices, step);
    cache.price = { forming, at, decimals };
  }

  /** Minutes of one day of the replay that open at or after `from` and before `to`. */
  #rowsOf(day: number, from: number, to: number): CandleColumns {
    const origin = this.#order.originOf(day);
    if (origin === null) return noCandles;
    const { start } = this.#place;
    const { candles } = this.#recording;
    const shift = shiftOf(this.#place, day, origin);
    const first = rowAtOrAfter(candles.openTime, Math.max(from, start + day * dayMs) - shift);
    const end = rowAtOrAfter(candles.openTime, Math.min(to, start + (day + 1) * dayMs) - shift);
    return playedRows(candles, first, Math.max(first, end), shift, this.#rebaseOf(day));
  }

  #rebaseOf(day: number): Rebase {
    const { priceDecimals } = this.#recording;
    for (let next = this.#rebases.length; next <= day; next++) {
      const before = this.#rebases[next - 1];
      const [last, opening] = [this.#pricesOn(next - 1), this.#pricesOn(next)];
      const isCarried = before !== undefined && last !== undefined && opening !== undefined;
      this.#rebases.push(
        isCarried ? rebaseAfter(before, last, opening, priceDecimals) : rebaseOfFirstDay(priceDecimals),
      );
    }
    return this.#rebases[day] as Rebase;
  }

  #pricesOn(day: number): DayPrices | undefined {
    return this.#recording.days[this.#order.originOf(day) ?? -1];
  }
}
