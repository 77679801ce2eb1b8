import type { Candle } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { decimalsNeeded } from '#core/market/ticks.ts';
import type { Log } from '#server/platform/log.ts';
import type { MarketClock } from '../source.ts';
import type { ExchangeClient, ListedCoin } from './client.ts';
import type { CoinState, CoinUpdate, ExchangeStore } from './exchange-store.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Rows asked for at a time: what nearly every exchange gives. */
const pageRows = 1000;
/** Coins asked for at the same time. */
const askersMax = 4;

export interface IngestDependencies {
  readonly client: ExchangeClient;
  readonly store: ExchangeStore;
  readonly clock: MarketClock;
  readonly log: Log;
  /** How far back the history of a coin that is new to us begins. */
  readonly historyMs: number;
}

/** How a round of questions went. */
export interface Round {
  /** Whether the exchange answered for any coin. */
  readonly answered: boolean;
  /** Whether some coin's history has more pages to come. */
  readonly behind: boolean;
}

/**
 * Asks an exchange for the candles of all coins, from where the stored ones end, and stores what is new. A minute counts as
 * closed when the exchange shows a later one: its own clock decides, so ours may be wrong, and a minute that was being formed
 * when the connection broke is taken again, whole, when it is back. Minutes it leaves out stay out.
 */
export class Ingest {
  readonly #dependencies: IngestDependencies;
  #states: Map<CoinSymbol, CoinState> | null = null;
  #listed: ReadonlyMap<CoinSymbol, ListedCoin> | null = null;

  constructor(dependencies: IngestDependencies) {
    this.#dependencies = dependencies;
  }

  /** Forgets what it knew: another node may have gone on. */
  reset(): void {
    this.#states = null;
  }

  /** One question for each coin, at most a page long. `stopped` is asked before anything is stored. */
  async round(stopped: () => boolean): Promise<Round> {
    const { client, store, log } = this.#dependencies;
    this.#states ??= new Map((await store.states()).map((state) => [state.coin, state]));
    this.#listed ??= await client.listed();
    const queue = [...this.#listed];
    const updates: { update: CoinUpdate; behind: boolean }[] = [];
    let answers = 0;
    const ask = async (): Promise<void> => {
      for (let next = queue.shift(); next && !stopped(); next = queue.shift()) {
        const [coin, listed] = next;
        try {
          const answer = await this.#askFor(coin, listed);
          answers++;
          if (answer) updates.push(answer);
        } catch (error) {
          log.debug({ err: error, coin }, 'the exchange did not answer for a coin');
        }
      }
    };
    await Promise.all(Array.from({ length: askersMax }, ask));
    if (stopped()) return { answered: false, behind: false };
    if (updates.length > 0) await store.record(updates.map(({ update }) => update));
    for (const { update } of updates) this.#states.set(update.state.coin, update.state);
    return { answered: answers > 0, behind: updates.some(({ behind }) => behind) };
  }

  async #askFor(coin: CoinSymbol, listed: ListedCoin): Promise<{ update: CoinUpdate; behind: boolean } | null> {
    const { client, clock, historyMs } = this.#dependencies;
    const seenAt = clock.now();
    const known = this.#states?.get(coin);
    const since = known?.through ?? Math.floor((seenAt - historyMs) / dayMs) * dayMs;
    const limit = Math.max(2, Math.min(pageRows, Math.ceil((seenAt - since) / minuteMs) + 2));
    let rows = await client.minutes(listed.symbol, since, limit, seenAt);
    // Some exchanges answer nothing at all for a time before their own history begins.
    if (rows.length === 0 && limit === pageRows) rows = await client.minutes(listed.symbol, null, limit, seenAt);
    rows = rows.filter(({ openTime }) => openTime >= since);
    const forming = rows.at(-1);
    if (forming === undefined) return null;
    const state: CoinState = {
      coin,
      priceDecimals: listed.priceDecimals ?? Math.max(known?.priceDecimals ?? 0, decimalsIn(rows)),
      begins: known?.begins ?? (rows[0] as Candle).openTime,
      through: forming.openTime,
      forming,
      seenAt,
    };
    const behind = forming.openTime > since && seenAt - forming.openTime > 2 * minuteMs;
    return { update: { state, closed: rows.slice(0, -1) }, behind };
  }
}

function decimalsIn(rows: readonly Candle[]): number {
  return decimalsNeeded(Float64Array.from(rows.flatMap(({ open, high, low, close }) => [open, high, low, close])));
}
