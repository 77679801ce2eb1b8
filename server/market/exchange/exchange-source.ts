import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { CandleColumns } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { LeaderLock } from '#server/platform/locks.ts';
import type { Log } from '#server/platform/log.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import { historyMs as heldMs, type PriceNow } from '../candle-cache.ts';
import type { CandleCaches, MarketClock, MarketSource } from '../source.ts';
import type { ExchangeClient } from './client.ts';
import { type CoinState, type ExchangeStore, openExchangeStore } from './exchange-store.ts';
import { Ingest } from './ingest.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface ExchangeSourceDependencies {
  readonly id: string;
  readonly client: ExchangeClient;
  readonly pool: pg.Pool;
  readonly clock: MarketClock;
  readonly log: Log;
  readonly historyMs?: number;
  /** Pause between two rounds of questions to the exchange. */
  readonly pollMs?: number;
  /** Pause between two looks at what the asking node has stored. */
  readonly followMs?: number;
}

/**
 * Prices of a live exchange. One node asks it and stores what it answers; all nodes, that one included, read the stored. So
 * every node shows the same, a restart shows the last good prices with their age, and an exchange that is away is never
 * replaced by anything else.
 */
export class ExchangeSource implements MarketSource {
  readonly kind = 'exchange';
  readonly repeatsAfterMs = null;
  readonly label: string;
  readonly #dependencies: ExchangeSourceDependencies;
  readonly #store: ExchangeStore;
  readonly #ingest: Ingest;
  readonly #lock: LeaderLock;
  readonly #begins = new Map<CoinSymbol, number>();
  #caches: CandleCaches = new Map();
  #asking: Poll | null = null;
  #following: Poll | null = null;

  constructor(dependencies: ExchangeSourceDependencies) {
    const { id, client, pool, clock, log, historyMs = 20 * dayMs } = dependencies;
    this.label = client.label;
    this.#dependencies = dependencies;
    this.#store = openExchangeStore(pool, id);
    this.#ingest = new Ingest({ client, store: this.#store, clock, log, historyMs });
    this.#lock = new LeaderLock(pool, 'exchange', id);
  }

  async start(caches: CandleCaches): Promise<void> {
    this.#caches = caches;
    await this.#readStored();
    const { log, pollMs = 2_000, followMs = 1_000 } = this.#dependencies;
    this.#asking = poll({ name: 'exchange', everyMs: pollMs, log, run: (signal) => this.#ask(signal) });
    this.#following = poll({ name: 'stored prices', everyMs: followMs, log, run: () => this.#readStored() });
  }

  /** Nothing to do: prices come when the exchange sends them. */
  advance(): void {}

  minutes(coin: CoinSymbol, from: number, to: number): Promise<CandleColumns> {
    return this.#store.minutes(coin, from, to);
  }

  beginsAt(coin: CoinSymbol): number | null {
    return this.#begins.get(coin) ?? null;
  }

  seamBetween(): null {
    return null;
  }

  /** Does not wait for an answer that may never come: it is thrown away. */
  async stop(): Promise<void> {
    const stopped = Promise.all([this.#asking?.stop(), this.#following?.stop()]);
    await Promise.race([stopped, delay(2_000, undefined, { ref: false })]);
    this.#lock.release();
  }

  async #ask(signal: AbortSignal): Promise<void> {
    if (!this.#lock.held) {
      this.#ingest.reset();
      if (!(await this.#lock.take())) return;
    }
    const { answered, behind } = await this.#ingest.round(() => signal.aborted);
    if (signal.aborted) return;
    if (!answered) throw new Error(`${this.#dependencies.id} answered for no coin: its prices go stale`);
    if (behind) this.#asking?.wake();
  }

  /** Reads all that is new, then enters it at once: no reader sees some coins of a moment without the others. */
  async #readStored(): Promise<void> {
    const news: (() => void)[] = [];
    for (const state of await this.#store.states()) {
      const cache = this.#caches.get(state.coin);
      if (!cache) continue;
      const from = Math.max(state.begins, Math.floor((state.through - heldMs) / dayMs) * dayMs);
      const closedSince = cache.started ? cache.through : from;
      const closed =
        state.through > closedSince ? await this.#store.minutes(state.coin, closedSince, state.through) : null;
      news.push(() => {
        this.#begins.set(state.coin, state.begins);
        if (!cache.started) cache.begin(from);
        if (closed) cache.close(closed, state.through);
        cache.price = priceOf(state);
      });
    }
    for (const enter of news) enter();
  }
}

function priceOf({ forming, seenAt, priceDecimals }: CoinState): PriceNow {
  // An exchange that answers but whose newest minute is long over has no newer price than that minute's end.
  return { forming, at: Math.min(seenAt, forming.openTime + minuteMs), decimals: priceDecimals };
}
