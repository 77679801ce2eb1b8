import {
  type ChartCandle,
  coinIconPath,
  type MarketIdentity,
  type MarketRow,
  type MarketStatus,
} from '#contract/market.ts';
import { aggregate, bucketStart } from '#core/market/aggregate.ts';
import {
  type Candle,
  type CandleColumns,
  candleAt,
  type Interval,
  intervalMs,
  sliceColumns,
} from '#core/market/candle.ts';
import type { CoinIcon } from '#core/market/coin-icon.ts';
import { type CoinListing, type CoinSymbol, listingOf } from '#core/market/coins.ts';
import { joinColumns, rowAtOrAfter } from '#core/market/columns.ts';
import { dayStatistics } from '#core/market/statistics.ts';
import type { BoundMarket } from '#core/plans/market-binding.ts';
import type { PublishedReplay } from '#core/plans/replay-reveal.ts';
import type { Log } from '#server/platform/log.ts';
import { Announcer, type MarketListeners } from './announcer.ts';
import { CandleCache, endOf } from './candle-cache.ts';
import type { CandleCaches, MarketClock, MarketHealth, MarketSource } from './source.ts';

/**
 * A price older than this (product time) is stale and must not be shown as current: a closed minute takes 60 s to appear, and 30 s
 * allow for a few failed polls of an exchange.
 */
const staleAfterMs = 90_000;

/** The prices that features read. Coins are named by symbol; an unknown one is a RangeError: check with `requireCoin`. */
export interface Market extends MarketListeners {
  readonly coins: readonly CoinListing[];
  readonly source: Pick<MarketSource, 'kind' | 'exchange' | 'label' | 'candleMinutes' | 'beaconCoins'>;
  /** Freshness of one coin's newest price, or of the newest of all coins. */
  health(coin?: string): MarketHealth;
  /** What is published of the replay for this coin; null for a live exchange. */
  published(coin: string): PublishedReplay | null;
  /** Candles of a recorded day (its midnight) as they were recorded. Not for a day that is still secret. */
  recordedDay(coin: string, midnight: number): CandleColumns;
  /** An icon that the source brings, by the name in its path; null where there is none. */
  icon(name: string): CoinIcon | null;
  /** Returned by `getMarketStatus` and sent as the `market` event. */
  status(): MarketStatus;
  /** The market list in order, without coins that have no price yet. */
  listing(): readonly MarketRow[];
  /** The last `limit` candles, the unfinished one last; fewer where a recorded minute would come twice. */
  candles(coin: string, interval: Interval, limit: number): ChartCandle[];
  /** All closed candles in memory, oldest first (5m: 60 days). Safe to keep: later candles do not change them. */
  closed(coin: string, interval: Interval): CandleColumns;
  /** The newest of them, among which no recorded minute comes twice: outcomes are measured on these. `at`: when they are, now unless said. */
  measured(coin: string, interval: Interval, at?: number): CandleColumns;
  /**
   * The first `count` closed candles that open at or after `fromMs`, fewer while they are not closed yet. Reads candles that are
   * older than those in memory from the source.
   */
  closedBetween(coin: string, interval: Interval, fromMs: number, count: number): Promise<CandleColumns>;
  /** Product time before which no further candle of the coin comes; see `MarketSource.knownThrough`. */
  knownThrough(coin: string): number;
  /** Whether another recorded day begins within a candle that has opened, and whether the coin's price breaks there. */
  seamIn(coin: string, interval: Interval, openTime: number): CandleSeam;
  /** What identifies the coin's market at this time, for the plans that begin then; null while the source does not know. */
  binding(coin: string, at: number): BoundMarket | null;
  /** Loads the history, announces the newest closed candle of each coin and interval, and begins to tick. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What is marked of a candle. */
type CandleSeam = Pick<ChartCandle, 'seam' | 'isBreak'>;

const countMax = 1_000_000;
const chunkCandles = 2_000;

/** A market over one source, which plays since that product time without another one. The announcer's timer notifies listeners; every read advances the caches first. */
export function createMarket(
  source: MarketSource,
  clock: MarketClock,
  log: Log,
  since = 0,
): Market & { readonly announcer: Announcer } {
  const icons = new Map([...(source.icons ?? [])].map(([coin, icon]) => [`${coin}-${icon.version}`, { coin, icon }]));
  const ownIcons = new Map([...icons].map(([name, { coin }]) => [coin, `/api${coinIconPath.replace('{icon}', name)}`]));
  const coins = source.coins.map((symbol): CoinListing => {
    const listing = listingOf(symbol);
    return { ...listing, iconPath: ownIcons.get(symbol) ?? listing.iconPath };
  });
  const { kind, exchange, label, candleMinutes, beaconCoins } = source;
  const caches = new Map<CoinSymbol, CandleCache>(coins.map(({ symbol }) => [symbol, new CandleCache(symbol)]));
  const cacheOf = (coin: string): CandleCache => {
    const cache = caches.get(coin);
    if (!cache) throw new RangeError(`${coin} is not a listed coin`);
    source.advance(clock.now());
    return cache;
  };

  /** Those of the closed candles in which no recorded minute comes twice. */
  const distinct = (closed: CandleColumns, at = clock.now()): CandleColumns => {
    const from = source.distinctFrom(at);
    if (from === null) return closed;
    return sliceColumns(closed, rowAtOrAfter(closed.openTime, from), closed.openTime.length);
  };

  const health = (coin?: string): MarketHealth => {
    source.advance(clock.now());
    const lastPriceAt = coin === undefined ? newestPriceAt(caches) : cacheOf(coin).price.at;
    if (lastPriceAt === null) return { state: 'stale', ageMs: null, lastPriceAt };
    const ageMs = Math.max(0, clock.now() - lastPriceAt);
    return { state: ageMs > staleAfterMs ? 'stale' : 'live', ageMs, lastPriceAt };
  };

  const staleCoins = (): string[] => {
    if (health().state === 'stale') return [];
    const isWaiting = ({ state, lastPriceAt }: MarketHealth): boolean => state === 'stale' && lastPriceAt !== null;
    return coins.map(({ symbol }) => symbol).filter((symbol) => isWaiting(health(symbol)));
  };

  const listing = cached(clock, caches, source, () =>
    coins.flatMap((coin) => rowOf(coin, caches.get(coin.symbol) as CandleCache, source, clock.now()) ?? []),
  );

  const announcer = new Announcer({ caches, source, clock, log, health, listing });

  return {
    coins,
    source: { kind, exchange, label, candleMinutes, beaconCoins },
    announcer,
    icon: (name) => icons.get(name)?.icon ?? null,
    health,
    listing,
    status: () => ({
      source: source.kind,
      label: source.label,
      ...health(),
      staleCoins: staleCoins(),
      now: clock.now(),
      clockSpeed: clock.speed,
      candleMinutes,
      identity: identityOf(source, clock.now()),
      ...(since > 0 && { since }),
    }),
    candles: (coin, interval, limit) =>
      chartCandles(cacheOf(coin), distinct(cacheOf(coin).closed(interval)), interval, limit, source),
    closed: (coin, interval) => cacheOf(coin).closed(interval),
    measured: (coin, interval, at) => distinct(cacheOf(coin).closed(interval), at),
    closedBetween: (coin, interval, fromMs, count) => closedBetween(cacheOf(coin), source, interval, fromMs, count),
    recordedDay: (coin, midnight) => source.recordedDay(cacheOf(coin).coin, midnight),
    published: (coin) => source.published(cacheOf(coin).coin, clock.now()),
    knownThrough: (coin) => source.knownThrough(cacheOf(coin).coin, clock.now()),
    seamIn: (coin, interval, openTime) => seamIn(source, cacheOf(coin).coin, interval, openTime),
    binding: (coin, at) => source.binding(cacheOf(coin).coin, at),
    onTick: (listener) => announcer.onTick(listener),
    onClosed: (listener) => announcer.onClosed(listener),
    onState: (listener) => announcer.onState(listener),
    async start() {
      await source.start(caches);
      announcer.start();
    },
    async stop() {
      announcer.stop();
      await source.stop();
    },
  };
}

function identityOf(source: MarketSource, now: number): MarketIdentity | null {
  const bound = source.coins.flatMap((coin) => {
    const market = source.binding(coin, now);
    return market ? [{ coin, market }] : [];
  });
  const [first] = bound;
  if (!first) return null;
  if (first.market.source === 'replay') {
    const { recording, recordedDays, commitment, startsAt, day } = first.market;
    const { days = [], revealed = null } = source.published(first.coin, now) ?? {};
    const [recordedFrom, last] = [days[0]?.midnight ?? Number.NaN, days.at(-1)?.midnight ?? Number.NaN];
    return {
      ...{ recording, recordedDays, recordedFrom, recordedTo: last + intervalMs['1d'], commitment, startsAt, day },
      played: revealed && { day: revealed.day, factors: factorsOn(source, revealed.day) },
      beaconCoins: source.beaconCoins ?? [],
    };
  }
  const instruments = bound.flatMap(({ coin, market }) =>
    market.source === 'exchange' ? [[coin, market.instrument] as const] : [],
  );
  return { exchange: first.market.exchange, instruments: Object.fromEntries(instruments) };
}

function factorsOn(source: MarketSource, day: number): Record<CoinSymbol, number> {
  return Object.fromEntries(source.coins.map((coin) => [coin, source.factorOn(coin, day) ?? 1]));
}

function newestPriceAt(caches: CandleCaches): number | null {
  const times = [...caches.values()].flatMap(({ price }) => price.at ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** Cached because every phone requests the list and it changes about once a second. */
function cached<Value>(
  clock: MarketClock,
  caches: CandleCaches,
  source: MarketSource,
  compute: () => Value,
): () => Value {
  let known: { key: string; value: Value } | null = null;
  return () => {
    source.advance(clock.now());
    let revisions = 0;
    for (const { revision } of caches.values()) revisions += revision;
    const key = `${Math.floor(clock.now() / 1000)} ${revisions}`;
    if (known?.key !== key) known = { key, value: compute() };
    return known.value;
  };
}

function rowOf(coin: CoinListing, cache: CandleCache, source: MarketSource, now: number): MarketRow | null {
  const lastAt = cache.price.at;
  const broken = lastAt === null ? null : source.breakBetween(coin.symbol, now - 25 * intervalMs['1h'], lastAt + 1);
  const statistics = lastAt === null ? null : dayStatistics(cache.closed('1m'), cache.formingOf('1m'), lastAt, broken);
  if (statistics === null || lastAt === null) return null;
  const hours = cache.closed('1h');
  const hourlyFrom = rowAtOrAfter(hours.openTime, Math.max(now - 25 * intervalMs['1h'] + 1, broken ?? 0));
  return {
    coin: coin.symbol,
    quote: coin.quote,
    iconPath: coin.iconPath,
    last: statistics.last,
    lastAt,
    hourlyCloses: [...hours.close.subarray(hourlyFrom)],
    priceDecimals: cache.price.decimals,
    changePercent: statistics.changePercent,
    high: statistics.high,
    low: statistics.low,
    value24h: statistics.value,
  };
}

function chartCandles(
  cache: CandleCache,
  closed: CandleColumns,
  interval: Interval,
  limit: number,
  source: MarketSource,
): ChartCandle[] {
  const forming = cache.formingOf(interval);
  const rows = closed.openTime.length;
  const chart: ChartCandle[] = [];
  const add = (candle: Candle, final: boolean): void => {
    chart.push({ ...candle, final, ...seamIn(source, cache.coin, interval, candle.openTime) });
  };
  const closedShown = Math.max(0, limit - (forming === null ? 0 : 1));
  for (let row = Math.max(0, rows - closedShown); row < rows; row++) add(candleAt(closed, row), true);
  if (forming !== null && limit > 0) add(forming, false);
  return chart;
}

function seamIn(source: MarketSource, coin: CoinSymbol, interval: Interval, openTime: number): CandleSeam {
  const end = endOf(interval, openTime);
  return {
    seam: source.seamBetween(openTime, end) !== null,
    isBreak: source.breakBetween(coin, openTime, end) !== null,
  };
}

async function closedBetween(
  cache: CandleCache,
  source: MarketSource,
  interval: Interval,
  fromMs: number,
  count: number,
): Promise<CandleColumns> {
  if (!(count >= 0 && count <= countMax)) throw new RangeError(`at most ${countMax} candles at a time, not ${count}`);
  const held = cache.closed(interval);
  const first = rowAtOrAfter(held.openTime, fromMs);
  const heldFrom = held.openTime[0] ?? cache.through;
  if (first > 0 || heldFrom <= fromMs) return sliceColumns(held, first, Math.min(held.openTime.length, first + count));
  const begins = source.beginsAt(cache.coin);
  if (begins === null || !cache.started) return sliceColumns(held, 0, 0);
  const parts: CandleColumns[] = [];
  const length = intervalMs[interval];
  let missing = count;
  let from = Math.ceil(Math.max(fromMs, bucketStart(begins, interval)) / length) * length;
  while (missing > 0 && from < heldFrom) {
    const to = Math.min(heldFrom, from + Math.min(missing, chunkCandles) * length);
    const minutes = await source.minutes(cache.coin, from, to);
    const candles =
      interval === '1m' ? minutes : aggregate(minutes, interval, { from: Math.max(from, begins), through: to });
    parts.push(sliceColumns(candles, 0, missing));
    missing -= Math.min(missing, candles.openTime.length);
    from = to;
  }
  parts.push(sliceColumns(held, 0, missing));
  return joinColumns(parts);
}
