import type { Candle } from '#core/market/candle.ts';
import type { Beacon, BeaconCandle } from './beacon.ts';
import { differencesList, type FieldDifference } from './transcript.ts';

/** Where candles come from that a beacon is held against: what the market publishes of its minutes, or the recorded day that played. */
export type CandleSource = 'market' | 'recording';

/** Closed candles by coin and open time (ms). */
export type KnownCandles = ReadonlyMap<string, Candle>;

const keyOf = (coin: string, openTime: number): string => `${coin} ${openTime}`;

/** The candles by coin and open time; of one that is there twice the first. */
export function knownCandles(candles: readonly BeaconCandle[]): KnownCandles {
  return new Map(candles.toReversed().map(({ coin, candle }) => [keyOf(coin, candle.openTime), candle]));
}

/** The numbers of a candle but its time, as differences name them. */
export const candleText = ({ open, high, low, close, volume }: Candle): string =>
  [open, high, low, close, volume].join(' ');

/**
 * Holds the candles of a market’s beacon against the same ones from elsewhere, number by number: the differences are named `market.COIN` or
 * `recording.COIN`, one that is not known counts as one. Nothing for another kind of beacon.
 */
export function compareCandles(beacon: Beacon | null, known: KnownCandles, source: CandleSource): FieldDifference[] {
  const { differences, compare } = differencesList();
  if (beacon?.kind !== 'market') return [];
  for (const { coin, candle } of beacon.candles) {
    const found = known.get(keyOf(coin, candle.openTime));
    compare(`${source}.${coin}`, candleText(candle), found ? candleText(found) : 'none');
  }
  return [...differences];
}
