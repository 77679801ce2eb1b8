import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type CandleColumns, candleAt } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { joinColumns, noCandles, rowAtOrAfter } from '#core/market/columns.ts';
import { formingAt, pricePath } from '#core/market/price-path.ts';
import type { Recording } from '#core/market/recording-codec.ts';
import {
  lapAt,
  lapShift,
  type Rebase,
  type ReplayPlace,
  rebaseOfLap,
  rowsInLap,
  seamBetween,
} from '#core/market/replay.ts';
import type { ReplayMarket } from '#core/plans/market-binding.ts';
import { type CandleCache, historyMs } from '../candle-cache.ts';
import type { CandleCaches, MarketClock, MarketSource } from '../source.ts';
import type { Recordings } from './recordings.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** How far into its recording the replay begins at the very first start: everything before is history. */
const historyAtFirstStartMs = 20 * dayMs;

const floorTo = (time: number, unit: number): number => Math.floor(time / unit) * unit;

/** Places the recording on the product clock: at the stored start or, the first time, 20 days into the recording. */
export async function openReplay(pool: pg.Pool, clock: MarketClock, recordings: Recordings): Promise<ReplaySource> {
  const proposed = floorTo(clock.now(), minuteMs) - historyAtFirstStartMs;
  return new ReplaySource(recordings, clock, await agreeOnReplayStart(pool, recordings.hash, proposed));
}

/**
 * Plays recorded candles on the product clock in an endless loop. Everything is a pure function of the recording, its start and the
 * time: nodes that agree on these show the same candles and prices.
 */
export class ReplaySource implements MarketSource {
  readonly kind = 'replay';
  readonly label: string;
  readonly #recordings: Recordings;
  readonly #clock: MarketClock;
  readonly #place: ReplayPlace;
  readonly #replays = new Map<CoinSymbol, CoinReplay>();
  #caches: CandleCaches = new Map();
  #advancedTo: number | null = null;

  /** `start`: product time at which the first recorded minute opens, a whole minute. */
  constructor(recordings: Recordings, clock: MarketClock, start: number) {
    this.label = recordings.label;
    this.#recordings = recordings;
    this.#clock = clock;
    this.#place = placeOf(recordings, start);
    for (const [coin, recording] of recordings.coins) this.#replays.set(coin, new CoinReplay(recording, this.#place));
  }

  async start(caches: CandleCaches): Promise<void> {
    const from = Math.max(this.#place.start, floorTo(this.#clock.now() - historyMs, dayMs));
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
    const closedBefore = Math.min(to, floorTo(this.#clock.now(), minuteMs));
    return this.#replays.get(coin)?.minutes(from, closedBefore) ?? noCandles;
  }

  beginsAt(coin: CoinSymbol): number | null {
    return this.#replays.has(coin) ? this.#place.start : null;
  }

  binding(coin: CoinSymbol, at: number): ReplayMarket | null {
    const replay = this.#replays.get(coin);
    if (!replay) return null;
    const { label, hash } = this.#recordings;
    const lap = lapAt(this.#place, at);
    const factor = String(replay.rebaseOf(lap).factor);
    return { source: 'replay', label, recording: hash, opensAt: this.#place.start, lap, factor };
  }

  get repeatsAfterMs(): number {
    return this.#place.lapMs;
  }

  seamBetween(from: number, to: number): number | null {
    return seamBetween(this.#place, from, to);
  }

  async stop(): Promise<void> {
    this.#caches = new Map();
  }
}

/** All coins loop together, over the span from the first recorded minute of any coin to the last. */
function placeOf(recordings: Recordings, start: number): ReplayPlace {
  const columns = [...recordings.coins.values()]
    .map(({ candles }) => candles.openTime)
    .filter((times) => times.length > 0);
  const recordedFrom = Math.min(...columns.map((times) => times[0] as number));
  const recordedTo = Math.max(...columns.map((times) => times[times.length - 1] as number)) + minuteMs;
  return { start, recordedFrom, lapMs: recordedTo - recordedFrom };
}

/** The replay loop of one coin. */
class CoinReplay {
  readonly #recording: Recording;
  readonly #place: ReplayPlace;
  #rebase: { lap: number; value: Rebase } | null = null;
  #path: { openTime: number; prices: Float64Array } | null = null;

  constructor(recording: Recording, place: ReplayPlace) {
    this.#recording = recording;
    this.#place = place;
  }

  /** Closes every minute that ends by `at` (a whole second) and forms the running one. Does nothing when the clock was set back. */
  advance(cache: CandleCache, at: number): void {
    const through = floorTo(at, minuteMs);
    while (cache.through < through) {
      const end = Math.min(through, cache.through + this.#place.lapMs);
      cache.close(this.minutes(cache.through, end), end);
    }
    if (cache.through > through) return;
    this.#form(cache, through, Math.floor((at - through) / 1000));
  }

  /** Closed minutes that open at or after `from` and before `to`, across laps. */
  minutes(from: number, to: number): CandleColumns {
    const parts: CandleColumns[] = [];
    const last = lapAt(this.#place, to - 1);
    for (let lap = Math.max(0, lapAt(this.#place, from)); lap <= last; lap++) parts.push(this.#lapRows(lap, from, to));
    return parts.length === 1 ? (parts[0] as CandleColumns) : joinColumns(parts);
  }

  #form(cache: CandleCache, openTime: number, second: number): void {
    const lap = lapAt(this.#place, openTime);
    if (lap < 0) return;
    const { candles } = this.#recording;
    const shift = lapShift(this.#place, lap);
    const row = rowAtOrAfter(candles.openTime, openTime - shift);
    const rebase = this.rebaseOf(lap);
    if (candles.openTime[row] !== openTime - shift) {
      // A gap in the recording: the last price stays, with its age.
      const last = cache.newestClosed('1m');
      cache.price = { forming: null, at: last && last.openTime + minuteMs, decimals: rebase.decimals };
      return;
    }
    const candle = candleAt(rowsInLap(candles, row, row + 1, shift, lap, rebase), 0);
    if (this.#path?.openTime !== openTime) this.#path = { openTime, prices: pricePath(candle, rebase.decimals) };
    const forming = formingAt(candle, this.#path.prices, second);
    cache.price = { forming, at: openTime + second * 1000, decimals: rebase.decimals };
  }

  #lapRows(lap: number, from: number, to: number): CandleColumns {
    const { candles } = this.#recording;
    const shift = lapShift(this.#place, lap);
    const first = rowAtOrAfter(candles.openTime, from - shift);
    const end = rowAtOrAfter(candles.openTime, to - shift);
    return rowsInLap(candles, first, end, shift, lap, this.rebaseOf(lap));
  }

  rebaseOf(lap: number): Rebase {
    if (this.#rebase?.lap !== lap) {
      const { candles, priceDecimals } = this.#recording;
      this.#rebase = { lap, value: rebaseOfLap(candles, priceDecimals, lap) };
    }
    return this.#rebase.value;
  }
}

interface ReplayStartTables {
  'market.replay_starts': { recording: string; opens_at_ms: bigint };
}

/**
 * Product time at which a recording's first minute opens. The first node ever to play it proposes one, and every node and
 * every later start gets that same answer.
 */
async function agreeOnReplayStart(pool: pg.Pool, recording: string, proposedMs: number): Promise<number> {
  const database = new Kysely<ReplayStartTables>({ dialect: new PostgresDialect({ pool }) });
  await database
    .insertInto('market.replay_starts')
    .values({ recording, opens_at_ms: BigInt(proposedMs) })
    .onConflict((conflict) => conflict.column('recording').doNothing())
    .execute();
  const { opens_at_ms } = await database
    .selectFrom('market.replay_starts')
    .select('opens_at_ms')
    .where('recording', '=', recording)
    .executeTakeFirstOrThrow();
  return Number(opens_at_ms);
}
