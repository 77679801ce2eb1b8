import type { MarketIdentity } from '#contract/market.ts';
import type { BeaconCandle } from '#core/fairness/beacon.ts';
import { compareCandles, knownCandles } from '#core/fairness/compare-candles.ts';
import type { FieldDifference, RoundTranscript } from '#core/fairness/transcript.ts';
import { type RecordedDay, recordedCandle, recordedDayOf, replayOf } from './recorded-candles.ts';
import type { Open } from './replay.ts';

/** What the market publishes, for holding a round’s candles against. */
export interface PublishedMarket {
  /** What identifies the market that the server plays now. */
  readonly identity: MarketIdentity | null | undefined;
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

/** Holds the candles of a round’s beacon against the market’s own, and against the recorded day once that has been played by `now` (ms). */
export async function checkCandles(
  { beacon }: Pick<RoundTranscript, 'beacon'>,
  market: PublishedMarket,
  now: number,
): Promise<MarketCheck> {
  const openTime = beacon?.kind === 'market' ? beacon.candles[0]?.candle.openTime : undefined;
  if (beacon?.kind !== 'market' || openTime === undefined) return nothing;
  const published = await publishedAt(openTime, market);
  const recorded = await recordedOf(beacon.candles, openTime, market, now);
  return {
    differences: [
      ...(published ? compareCandles(beacon, knownCandles(published), 'market') : []),
      ...(recorded.candles ? compareCandles(beacon, knownCandles(recorded.candles), 'recording') : []),
    ],
    open: [...(published ? [] : ['market' as const]), ...recorded.open],
    recordedFrom: recorded.from,
    isRecorded: recorded.candles !== null,
  };
}

/** Null where the market could not be read, or is another one than played then: what has no candle of that time at all contradicts nothing. */
async function publishedAt(
  openTime: number,
  { identity, candlesAt }: PublishedMarket,
): Promise<readonly BeaconCandle[] | null> {
  const replay = replayOf(identity);
  if (replay !== null && openTime < replay.startsAt) return null;
  const published = await candlesAt(openTime).catch(() => []);
  return published.length > 0 ? published : null;
}

interface Recorded {
  readonly candles: readonly BeaconCandle[] | null;
  readonly open: readonly Open[];
  readonly from: number | null;
}

async function recordedOf(
  candles: readonly BeaconCandle[],
  openTime: number,
  { identity, recordedDay }: PublishedMarket,
  now: number,
): Promise<Recorded> {
  const replay = replayOf(identity);
  if (replay === null || openTime < replay.startsAt) return { candles: null, open: [], from: null };
  const { day, from } = recordedDayOf(replay, openTime);
  if (now < from) return { candles: null, open: ['recordingHidden'], from };
  try {
    const found: BeaconCandle[] = [];
    // One after another: a day of a coin is 1,440 minutes.
    for (const { coin } of candles) {
      const candle = recordedCandle(replay, coin, openTime, await recordedDay(coin, day));
      if (candle) found.push(candle);
    }
    return { candles: found, open: [], from: null };
  } catch {
    return { candles: null, open: ['recordingMissing'], from: null };
  }
}
