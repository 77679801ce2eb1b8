import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { CandleColumns } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import type { Log } from '#server/platform/log.ts';
import { historyMs as heldMs, type PriceNow } from '../coin-book.ts';
import type { Books, MarketClock, MarketSource } from '../source.ts';
import type { ExchangeClient } from './client.ts';
import { type CoinState, type ExchangeStore, openExchangeStore } from './exchange-store.ts';
import { Ingest } from './ingest.ts';
import { IngestLock } from './ingest-lock.ts';

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

const backoffMsMax = 30_000;

/**
 * Prices of a live exchange. One node asks it and stores what it answers; all nodes, that one included, read the stored. So
 * every node shows the same, a restart shows the last good prices with their age, and an exchange that is away is never
 * replaced by anything else.
 */
export class ExchangeSource implements MarketSource {
  readonly kind = 'exchange';
  readonly label: string;
  readonly #dependencies: ExchangeSourceDependencies;
  readonly #store: ExchangeStore;
  readonly #ingest: Ingest;
  readonly #lock: IngestLock;
  readonly #stopping = new AbortController();
  readonly #begins = new Map<CoinSymbol, number>();
  #books: Books = new Map();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(dependencies: ExchangeSourceDependencies) {
    const { id, client, pool, clock, log, historyMs = 20 * dayMs } = dependencies;
    this.label = client.label;
    this.#dependencies = dependencies;
    this.#store = openExchangeStore(pool, id);
    this.#ingest = new Ingest({ client, store: this.#store, clock, log, historyMs });
    this.#lock = new IngestLock(pool, id);
  }

  async start(books: Books): Promise<void> {
    this.#books = books;
    await this.#readStored();
    this.#loops = Promise.all([this.#ask(), this.#follow()]);
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
    this.#stopping.abort();
    await Promise.race([this.#loops, delay(2_000, undefined, { ref: false })]);
    this.#lock.release();
  }

  async #ask(): Promise<void> {
    const { log, pollMs = 2_000 } = this.#dependencies;
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      let behind = false;
      try {
        if (!this.#lock.held) {
          this.#ingest.reset();
          if (!(await this.#lock.take())) {
            await this.#pause(pollMs);
            continue;
          }
        }
        const round = await this.#ingest.round(() => this.#stopping.signal.aborted);
        if (this.#stopping.signal.aborted) return;
        if (!round.answered) throw new Error('no coin was answered for');
        if (failures > 0) log.info({ exchange: this.#dependencies.id }, 'the exchange answers again');
        failures = 0;
        behind = round.behind;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        if (failures === 0)
          log.warn({ err: error, exchange: this.#dependencies.id }, 'the exchange does not answer: prices go stale');
        failures++;
      }
      if (!behind) await this.#pause(Math.min(backoffMsMax, pollMs * 2 ** Math.min(failures, 10)));
    }
  }

  async #follow(): Promise<void> {
    const { log, followMs = 1_000 } = this.#dependencies;
    while (!this.#stopping.signal.aborted) {
      await this.#pause(followMs);
      if (this.#stopping.signal.aborted) return;
      await this.#readStored().catch((error: unknown) => log.warn({ err: error }, 'stored prices cannot be read'));
    }
  }

  /** Reads all that is new, then enters it at once: no reader sees some coins of a moment without the others. */
  async #readStored(): Promise<void> {
    const news: (() => void)[] = [];
    for (const state of await this.#store.states()) {
      const book = this.#books.get(state.coin);
      if (!book) continue;
      const from = Math.max(state.begins, Math.floor((state.through - heldMs) / dayMs) * dayMs);
      const closedSince = book.started ? book.through : from;
      const closed =
        state.through > closedSince ? await this.#store.minutes(state.coin, closedSince, state.through) : null;
      news.push(() => {
        this.#begins.set(state.coin, state.begins);
        if (!book.started) book.begin(from);
        if (closed) book.close(closed, state.through);
        book.price = priceOf(state);
      });
    }
    for (const enter of news) enter();
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

function priceOf({ forming, seenAt, priceDecimals }: CoinState): PriceNow {
  // An exchange that answers but whose newest minute is long over has no newer price than that minute's end.
  return { forming, at: Math.min(seenAt, forming.openTime + minuteMs), decimals: priceDecimals };
}
