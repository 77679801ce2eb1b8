import type pg from 'pg';
import type { Candle } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { decimalsNeeded } from '#core/market/ticks.ts';
import { dayMs, minuteMs } from '#core/time/lengths.ts';
import type { Log } from '#server/platform/log.ts';
import type { MarketClock } from '../source.ts';
import type { ExchangeClient, ListedCoin } from './client.ts';
import { type CoinState, type CoinUpdate, readStates, recordUpdates } from './exchange-store.ts';

/** Rows per request: nearly every exchange allows this many. */
const pageRows = 1000;
const parallelRequests = 4;
/** How long the exchange's list of instruments is believed, in product time. */
const listedMs = 3_600_000;

export interface IngestDependencies {
  readonly client: ExchangeClient;
  readonly pool: pg.Pool;
  readonly exchange: string;
  readonly clock: MarketClock;
  readonly log: Log;
  /** How far back the history of a new coin begins. */
  readonly historyMs: number;
}

export interface IngestResult {
  /** Whether any request succeeded. */
  readonly responded: boolean;
  /** Whether some coin's history has more pages to come. */
  readonly behind: boolean;
}

/**
 * Reads new candles of all coins from an exchange and stores them. A minute counts as closed when the exchange returns a later one:
 * this relies on its clock, not on ours, and a minute that was unfinished when the connection broke is read again. Minutes that the
 * exchange leaves out stay missing.
 */
export class Ingest {
  readonly #dependencies: IngestDependencies;
  #states: Map<CoinSymbol, CoinState> | null = null;
  #listed: ReadonlyMap<CoinSymbol, ListedCoin> | null = null;
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: IngestDependencies) {
    this.#dependencies = dependencies;
  }

  /** Drops the cached states: another node may have stored newer ones. */
  reset(): void {
    this.#states = null;
  }

  /** Requests at most one page per coin. `stopped` is checked before anything is stored. */
  async requestAll(stopped: () => boolean): Promise<IngestResult> {
    const { pool, exchange, log } = this.#dependencies;
    this.#states ??= new Map((await readStates(pool, exchange)).map((state) => [state.coin, state]));
    const listed = await this.#currentList(this.#states);
    const queue = [...listed];
    const updates: { update: CoinUpdate; behind: boolean }[] = [];
    let responses = 0;
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next && !stopped(); next = queue.shift()) {
        const [coin, listed] = next;
        try {
          const response = await this.#request(coin, listed);
          responses++;
          if (response) updates.push(response);
        } catch (error) {
          log.debug({ err: error, coin }, 'the exchange did not respond for a coin');
        }
      }
    };
    await Promise.all(Array.from({ length: parallelRequests }, worker));
    if (stopped()) return { responded: false, behind: false };
    updates.push(...this.#dropped(this.#states, listed));
    if (updates.length > 0)
      await recordUpdates(
        pool,
        exchange,
        updates.map(({ update }) => update),
      );
    for (const { update } of updates) this.#states.set(update.state.coin, update.state);
    return { responded: responses > 0, behind: updates.some(({ behind }) => behind) };
  }

  /** Read anew every hour; one that the exchange does not answer with stays. */
  async #currentList(states: ReadonlyMap<CoinSymbol, CoinState>): Promise<ReadonlyMap<CoinSymbol, ListedCoin>> {
    const now = this.#dependencies.clock.now();
    if (this.#listed && now - this.#listedAt < listedMs) return this.#listed;
    try {
      this.#listed = await this.#readListed(states);
      this.#listedAt = now;
    } catch (error) {
      if (!this.#listed) throw error;
      this.#dependencies.log.debug({ err: error }, 'the exchange did not say what it lists');
    }
    return this.#listed;
  }

  /** Coins that the exchange does not list, not even under another name: no minute comes of them any more. */
  #dropped(
    states: ReadonlyMap<CoinSymbol, CoinState>,
    listed: ReadonlyMap<CoinSymbol, ListedCoin>,
  ): { update: CoinUpdate; behind: boolean }[] {
    const knownThrough = Math.floor(this.#listedAt);
    return [...states.values()].flatMap((state) =>
      listed.has(state.coin) || state.knownThrough >= knownThrough
        ? []
        : [{ update: { state: { ...state, knownThrough }, closed: [] }, behind: false }],
    );
  }

  /** The exchange's instruments; says which of those that prices were read from it has dropped. */
  async #readListed(states: ReadonlyMap<CoinSymbol, CoinState>): Promise<ReadonlyMap<CoinSymbol, ListedCoin>> {
    const { client, log } = this.#dependencies;
    const listed = await client.listed(new Map([...states.values()].map((state) => [state.coin, state.instrument])));
    const dropped = [...states.values()].filter(({ coin, instrument }) => listed.get(coin)?.symbol !== instrument);
    if (dropped.length > 0) {
      const instruments = dropped.map(({ coin, instrument }) => `${coin} (${instrument})`).join(', ');
      log.warn(
        { instruments },
        'the exchange no longer lists instruments that prices were read from: they are stale, take no plan, and running plans on them ' +
          'wait until it lists them again, or until their deadline, when they are void and their amounts return.',
      );
    }
    return listed;
  }

  async #request(coin: CoinSymbol, listed: ListedCoin): Promise<{ update: CoinUpdate; behind: boolean } | null> {
    const { client, clock, historyMs } = this.#dependencies;
    const seenAt = clock.now();
    const known = this.#states?.get(coin);
    const since = known?.through ?? Math.floor((seenAt - historyMs) / dayMs) * dayMs;
    const limit = Math.max(2, Math.min(pageRows, Math.ceil((seenAt - since) / minuteMs) + 2));
    let rows = await client.minutes(listed.symbol, since, limit, seenAt);
    // Some exchanges return nothing for a `since` before their own history begins.
    if (rows.length === 0 && limit === pageRows) rows = await client.minutes(listed.symbol, null, limit, seenAt);
    rows = rows.filter(({ openTime }) => openTime >= since);
    const forming = rows.at(-1);
    if (forming === undefined) return null;
    const behind = forming.openTime > since && seenAt - forming.openTime > 2 * minuteMs;
    const state: CoinState = {
      coin,
      instrument: listed.symbol,
      priceDecimals: listed.priceDecimals ?? Math.max(known?.priceDecimals ?? 0, decimalsIn(rows)),
      begins: known?.begins ?? (rows[0] as Candle).openTime,
      through: forming.openTime,
      forming,
      seenAt,
      // A page that is followed by another says nothing of what comes after it.
      knownThrough: behind ? Math.max(known?.knownThrough ?? 0, forming.openTime) : Math.max(seenAt, forming.openTime),
    };
    return { update: { state, closed: rows.slice(0, -1) }, behind };
  }
}

function decimalsIn(rows: readonly Candle[]): number {
  return decimalsNeeded(Float64Array.from(rows.flatMap(({ open, high, low, close }) => [open, high, low, close])));
}
