import type { MarketRow } from '#contract/market.ts';
import type { Interval } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import type { Log } from '#server/platform/log.ts';
import { endOf, intervals } from './candle-cache.ts';
import type { CandleCaches, MarketClock, MarketHealth, MarketSource } from './source.ts';

/** A candle that became final. */
export interface ClosedCandle {
  readonly coin: CoinSymbol;
  readonly interval: Interval;
  readonly openTime: number;
}

export interface MarketListeners {
  /** About once a second of wall time while prices move. Returns an unsubscribe function. */
  onTick(listener: (rows: readonly MarketRow[]) => void): () => void;
  /**
   * Candles that became final since the last call, ordered by close time: each exactly once and without gaps while the process runs.
   * Candles that closed while it was down are not announced: the first call names the newest of each coin and interval.
   */
  onClosed(listener: (closed: readonly ClosedCandle[]) => void): () => void;
  /** The market went stale or came back. */
  onState(listener: (health: MarketHealth) => void): () => void;
}

interface AnnouncerDependencies {
  readonly caches: CandleCaches;
  readonly source: MarketSource;
  readonly clock: MarketClock;
  readonly log: Log;
  health(): MarketHealth;
  listing(): readonly MarketRow[];
}

/** Wall time between ticks at the wall's own speed, where each second of the product clock has one. */
const tickWallMsMin = 250;
/** And on a fast product clock, whose seconds are more than phones can show: each tick is sent to, and drawn by, every one of them. */
const fastTickWallMs = 1000;

/** Notifies listeners of changes in the candle caches. Each timer tick is one `announce`. */
export class Announcer implements MarketListeners {
  readonly #dependencies: AnnouncerDependencies;
  readonly #tick = new Set<(rows: readonly MarketRow[]) => void>();
  readonly #closed = new Set<(closed: readonly ClosedCandle[]) => void>();
  readonly #state = new Set<(health: MarketHealth) => void>();
  #waiting: ClosedCandle[] = [];
  #timer: NodeJS.Timeout | null = null;
  #lastPriceAt: number | null = null;
  #lastState: MarketHealth['state'] | null = null;

  constructor(dependencies: AnnouncerDependencies) {
    this.#dependencies = dependencies;
  }

  onTick(listener: (rows: readonly MarketRow[]) => void): () => void {
    return joined(this.#tick, listener);
  }

  onClosed(listener: (closed: readonly ClosedCandle[]) => void): () => void {
    return joined(this.#closed, listener);
  }

  onState(listener: (health: MarketHealth) => void): () => void {
    return joined(this.#state, listener);
  }

  /** Announces the newest candle of each coin and interval, then starts ticking. Call after the source has loaded its history. */
  start(): void {
    for (const [coin, cache] of this.#dependencies.caches) {
      for (const interval of intervals) {
        const newest = cache.newestClosed(interval);
        if (newest) this.#waiting.push({ coin, interval, openTime: newest.openTime });
      }
      cache.onClosed = (interval, openTime) => this.#waiting.push({ coin, interval, openTime });
    }
    this.announce();
    this.#wait();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const cache of this.#dependencies.caches.values()) cache.onClosed = null;
  }

  /** Advances the caches to now and notifies the listeners: closed candles first, then the state, then the prices. */
  announce(): void {
    const { source, clock, health, listing } = this.#dependencies;
    source.advance(clock.now());
    const closed = this.#waiting.sort((a, b) => endOf(a.interval, a.openTime) - endOf(b.interval, b.openTime));
    this.#waiting = [];
    if (closed.length > 0) this.#notify(this.#closed, closed);
    const now = health();
    if (now.state !== this.#lastState) this.#notify(this.#state, now);
    this.#lastState = now.state;
    if (now.lastPriceAt === this.#lastPriceAt) return;
    this.#lastPriceAt = now.lastPriceAt;
    this.#notify(this.#tick, listing());
  }

  /** One listener's failure must not affect the others: settlement must not wait because a stream broke. */
  #notify<News>(listeners: ReadonlySet<(news: News) => void>, news: News): void {
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        this.#dependencies.log.error({ err: error }, 'a listener of the market failed');
      }
    }
  }

  #wait(): void {
    const { clock } = this.#dependencies;
    const toNextSecond = (1000 - (clock.now() % 1000)) / clock.speed;
    this.#timer = setTimeout(
      () => {
        this.announce();
        this.#wait();
      },
      Math.max(clock.speed > 1 ? fastTickWallMs : tickWallMsMin, Math.ceil(toNextSecond)),
    );
  }
}

function joined<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
