import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { CandleColumns } from '#core/market/candle.ts';
import { type CoinSymbol, coinSymbols } from '#core/market/coins.ts';
import { noCandles } from '#core/market/columns.ts';
import type { ExchangeMarket } from '#core/plans/market-binding.ts';
import { dayMs, minuteMs } from '#core/time/lengths.ts';
import { LeaderLock } from '#server/platform/locks.ts';
import type { Log } from '#server/platform/log.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import { historyMs as heldMs, type PriceNow } from '../candle-cache.ts';
import type { CandleCaches, MarketClock, MarketSource } from '../source.ts';
import type { ExchangeClient } from './client.ts';
import { type CoinState, readMinutes, readStates } from './exchange-store.ts';
import { Ingest } from './ingest.ts';

export interface ExchangeSourceDependencies {
  readonly id: string;
  readonly client: ExchangeClient;
  readonly pool: pg.Pool;
  readonly clock: MarketClock;
  readonly log: Log;
  readonly historyMs?: number;
  /** Pause between two polls of the exchange. */
  readonly pollMs?: number;
  /** Pause between two reads of the stored candles. */
  readonly followMs?: number;
}

/**
 * Prices of a live exchange. One node, the leader, polls it and stores the candles; all nodes read the stored ones. So all nodes show
 * the same prices, a restarted node shows the last good ones with their age, and prices of an unreachable exchange are never replaced
 * by others.
 */
export class ExchangeSource implements MarketSource {
  readonly kind = 'exchange';
  readonly exchange: string;
  readonly coins = coinSymbols;
  readonly candleMinutes = 1;
  readonly beaconCoins = null;
  readonly label: string;
  readonly #dependencies: ExchangeSourceDependencies;
  readonly #ingest: Ingest;
  readonly #lock: LeaderLock;
  readonly #states = new Map<CoinSymbol, Pick<CoinState, 'begins' | 'instrument' | 'knownThrough'>>();
  #caches: CandleCaches = new Map();
  #ingesting: Poll | null = null;
  #following: Poll | null = null;

  constructor(dependencies: ExchangeSourceDependencies) {
    const { id, client, pool, clock, log, historyMs = 20 * dayMs } = dependencies;
    this.label = client.label;
    this.exchange = id;
    this.#dependencies = dependencies;
    this.#ingest = new Ingest({ client, pool, exchange: id, clock, log, historyMs });
    this.#lock = new LeaderLock(pool, 'exchange', id);
  }

  async start(caches: CandleCaches): Promise<void> {
    this.#caches = caches;
    await this.#readStored();
    const { log, pollMs = 2_000, followMs = 1_000 } = this.#dependencies;
    this.#ingesting = poll({ name: 'exchange', everyMs: pollMs, log, run: (signal) => this.#ingestOnce(signal) });
    this.#following = poll({ name: 'stored prices', everyMs: followMs, log, run: () => this.#readStored() });
  }

  /** Nothing to do: prices come when the exchange sends them. */
  advance(): void {}

  minutes(coin: CoinSymbol, from: number, to: number): Promise<CandleColumns> {
    return readMinutes(this.#dependencies.pool, this.exchange, coin, from, to);
  }

  beginsAt(coin: CoinSymbol): number | null {
    return this.#states.get(coin)?.begins ?? null;
  }

  binding(coin: CoinSymbol): ExchangeMarket | null {
    const state = this.#states.get(coin);
    if (!state) return null;
    return { source: 'exchange', label: this.label, exchange: this.#dependencies.id, instrument: state.instrument };
  }

  recordedDay(): CandleColumns {
    return noCandles;
  }

  published(): null {
    return null;
  }

  distinctFrom(): null {
    return null;
  }

  knownThrough(coin: CoinSymbol): number {
    return this.#states.get(coin)?.knownThrough ?? Number.NEGATIVE_INFINITY;
  }

  factorOn(): null {
    return null;
  }

  seamBetween(): null {
    return null;
  }

  breakBetween(): null {
    return null;
  }

  /** Does not wait long for a pending response; it is discarded. */
  async stop(): Promise<void> {
    const stopped = Promise.all([this.#ingesting?.stop(), this.#following?.stop()]);
    await Promise.race([stopped, delay(2_000, undefined, { ref: false })]);
    this.#lock.release();
  }

  async #ingestOnce(signal: AbortSignal): Promise<void> {
    if (!this.#lock.held) {
      this.#ingest.reset();
      if (!(await this.#lock.take())) return;
    }
    const { responded, behind } = await this.#ingest.requestAll(() => signal.aborted);
    if (signal.aborted) return;
    if (!responded) throw new Error(`${this.#dependencies.id} responded for no coin: its prices go stale`);
    if (behind) this.#ingesting?.wake();
  }

  /** Reads all new candles first, then applies them without an await: no reader sees some coins updated and others not. */
  async #readStored(): Promise<void> {
    const updates: (() => void)[] = [];
    for (const state of await readStates(this.#dependencies.pool, this.exchange)) {
      const cache = this.#caches.get(state.coin);
      if (!cache) continue;
      const from = Math.max(state.begins, Math.floor((state.through - heldMs) / dayMs) * dayMs);
      const closedSince = cache.started ? cache.through : from;
      const closed = state.through > closedSince ? await this.minutes(state.coin, closedSince, state.through) : null;
      updates.push(() => {
        this.#states.set(state.coin, state);
        if (!cache.started) cache.begin(from);
        if (closed) cache.close(closed, state.through);
        cache.price = priceOf(state);
      });
    }
    for (const apply of updates) apply();
  }
}

function priceOf({ forming, seenAt, priceDecimals }: CoinState): PriceNow {
  // When an exchange responds but its newest minute is long over, the price is as old as that minute's end.
  return { forming, at: Math.min(seenAt, forming.openTime + minuteMs), decimals: priceDecimals };
}
