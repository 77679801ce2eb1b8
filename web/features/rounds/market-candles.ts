import type { MarketIdentity } from '#contract/market.ts';
import { type BeaconCandle, type BeaconPlan, beaconOpenTime } from '#core/fairness/beacon.ts';
import { beaconCoinsMax } from '#core/fairness/beacon-coins.ts';
import { compareCandles, knownCandles } from '#core/fairness/compare-candles.ts';
import { differencesList, type FieldDifference, type RoundTranscript } from '#core/fairness/transcript.ts';
import type { CandleMinutes } from '#core/market/recording-codec.ts';
import { timesOf } from '#core/rounds/schedule.ts';
import { type RecordedDay, recordedCandle, recordedDayOf, replayOf } from './recorded-candles.ts';
import type { Open } from './replay.ts';

/** What the market publishes, for holding a round’s candles against. */
export interface PublishedMarket {
  /** What identifies the market that the server plays now: undefined before it has said so, null where it does not know yet. */
  readonly identity: MarketIdentity | null | undefined;
  /** Product time (ms) from which on it plays; left out where no other one did before. */
  readonly since?: number | undefined;
  /** Length of its shortest candles; left out while it is not known. */
  readonly candleMinutes?: CandleMinutes | undefined;
  /** The closed candle of every coin that opens at a time (ms). */
  readonly candlesAt: (openTime: number) => Promise<readonly BeaconCandle[]>;
  /** A day of the replay, once it has been played. */
  readonly recordedDay: (coin: string, day: number) => Promise<RecordedDay>;
}

interface MarketCheck {
  readonly differences: readonly FieldDifference[];
  readonly open: readonly Open[];
  readonly recordedFrom: number | null;
  readonly isRecorded: boolean;
}

const nothing: MarketCheck = { differences: [], open: [], recordedFrom: null, isRecorded: false };

/**
 * Holds the candles of a round’s beacon, and which ones its closing named, against the market’s own, and against the recorded day once that has been played by
 * `now` (ms).
 */
export async function checkCandles(
  { beacon, closing }: Pick<RoundTranscript, 'beacon' | 'closing'>,
  market: PublishedMarket,
  now: number,
): Promise<MarketCheck> {
  const openTime = beacon?.kind === 'market' ? beacon.candles[0]?.candle.openTime : undefined;
  // Without candles there is no result, and nothing that was chosen.
  if (beacon?.kind !== 'market' || openTime === undefined) return nothing;
  const published = await publishedAt(openTime, market);
  const recorded = await recordedOf(beacon.candles, openTime, market, now);
  const changed = published ? compareCandles(beacon, knownCandles(published), 'market') : [];
  return {
    differences: [
      ...planDifferences(closing, market, published !== null && changed.length === 0),
      ...changed,
      ...(recorded.candles ? compareCandles(beacon, knownCandles(recorded.candles), 'recording') : []),
      ...(recorded.coins ? compareCoins('recording.coins', closing.beacon, recorded.coins) : []),
    ],
    open: [...(published ? [] : ['market' as const]), ...recorded.open],
    recordedFrom: recorded.from,
    isRecorded: recorded.candles !== null,
  };
}

/**
 * A closing has no choice among the candles of a market: an operator who knows them beforehand would choose among results. Of a replay it names all coins, and of
 * any market the shortest candles, since one of a minute that is said to be one of five was over before the closing.
 */
function planDifferences(
  { beacon: plan, round }: RoundTranscript['closing'],
  market: PublishedMarket,
  isOfMarket: boolean,
): FieldDifference[] {
  const { identity, candleMinutes } = market;
  if (plan.kind !== 'market' || !identity) return [];
  const { differences, compare } = differencesList();
  const isReplay = 'recording' in identity;
  const wasPlayed = isReplay && wasMarketAt(beaconOpenTime(plan, timesOf(round).closesAt), market);
  if (candleMinutes !== undefined && (wasPlayed || (!isReplay && isOfMarket))) {
    compare('closing.beacon.interval', plan.interval ?? '1m', `${candleMinutes}m`);
  }
  return [...differences, ...(wasPlayed ? compareCoins('closing.beacon.coins', plan, identity.beaconCoins) : [])];
}

/** `coins` are all of a recording: a round names the first of them. */
function compareCoins(field: string, plan: BeaconPlan, coins: readonly string[]): FieldDifference[] {
  const { differences, compare } = differencesList();
  if (plan.kind === 'market')
    compare(field, plan.coins.join(' '), [...coins].sort().slice(0, beaconCoinsMax).join(' '));
  return differences;
}

/** A market that began later, or in whose place another one played, was not the market of that time; of one that is not known yet nothing can be said. */
function wasMarketAt(openTime: number, { identity, since = 0 }: PublishedMarket): boolean {
  return identity !== undefined && openTime >= Math.max(since, replayOf(identity)?.startsAt ?? 0);
}

/** Null where the market could not be read, or is another one than played then: what has no candle of that time at all contradicts nothing. */
async function publishedAt(openTime: number, market: PublishedMarket): Promise<readonly BeaconCandle[] | null> {
  if (!wasMarketAt(openTime, market)) return null;
  const published = await market.candlesAt(openTime).catch(() => []);
  return published.length > 0 ? published : null;
}

interface Recorded {
  readonly candles: readonly BeaconCandle[] | null;
  /** All coins of the recording, where its hash proves them. */
  readonly coins: readonly string[] | null;
  readonly open: readonly Open[];
  readonly from: number | null;
}

const noRecorded = { candles: null, coins: null, from: null } as const;

async function recordedOf(
  candles: readonly BeaconCandle[],
  openTime: number,
  market: PublishedMarket,
  now: number,
): Promise<Recorded> {
  const replay = replayOf(market.identity);
  if (replay === null || !wasMarketAt(openTime, market)) return { ...noRecorded, open: [] };
  const { day, from } = recordedDayOf(replay, openTime);
  if (now < from) return { ...noRecorded, open: ['recordingHidden'], from };
  try {
    const found: BeaconCandle[] = [];
    let coins: Recorded['coins'] = null;
    // One after another: a day of a coin is 1,440 minutes.
    for (const { coin } of candles) {
      const recorded = await market.recordedDay(coin, day);
      const candle = recordedCandle(replay, coin, openTime, recorded);
      if (!candle) continue;
      found.push(candle);
      coins = recorded.reveal.coins.map((one) => one.coin);
    }
    return { candles: found, coins, open: [], from: null };
  } catch {
    return { ...noRecorded, open: ['recordingMissing'] };
  }
}
