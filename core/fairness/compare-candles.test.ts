import { expect, test } from 'vitest';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import type { BeaconCandle } from './beacon.ts';
import { compareCandles, knownCandles } from './compare-candles.ts';
import { installedOn, isFixtureSigned, transcriptOf } from './transcript.fixture.ts';
import { verifyRound } from './verify-round.ts';

const round = (installedOn + 1) * roundsPerDay + 40;
const { beacon } = transcriptOf(round);
if (beacon?.kind !== 'market') throw new Error('another kind');
const { candles } = beacon;
const fieldsOf = (published: readonly BeaconCandle[], of = beacon) =>
  compareCandles(of, knownCandles(published), 'market').map(({ field }) => field);

test('a round whose candle was changed before it was drawn is sound by itself, and differs from what the market has published', () => {
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
    const changed = candles.map((one) =>
      one.coin === 'ETH' ? { ...one, candle: { ...one.candle, [name]: one.candle[name] * (1 + 2 ** -50) } } : one,
    );
    const forged = transcriptOf(round, { beacon: { kind: 'market', candles: changed } });
    expect(verifyRound(forged, isFixtureSigned)).toMatchObject({ matches: true });
    expect(compareCandles(forged.beacon, knownCandles(candles), 'market').map(({ field }) => field)).toEqual([
      'market.ETH',
    ]);
  }
});

test('the genuine candles are those of the market, among others', () => {
  expect(fieldsOf(candles)).toEqual([]);
  const later = candles.map((one) => ({ ...one, candle: { ...one.candle, openTime: one.candle.openTime + 60_000 } }));
  expect(fieldsOf([...later, ...candles.toReversed()])).toEqual([]);
  expect(fieldsOf(later)).toEqual(candles.map(({ coin }) => `market.${coin}`));
  // Of a candle that is there twice the first counts.
  const changed = candles.map((one) => ({ ...one, candle: { ...one.candle, volume: one.candle.volume + 1 } }));
  expect(fieldsOf([...candles, ...changed])).toEqual([]);
  expect(fieldsOf([...changed, ...candles])).toHaveLength(candles.length);
});

test('a candle that the market has not is a difference, and the recording is named as such', () => {
  expect(compareCandles(beacon, knownCandles(candles.slice(1)), 'recording')).toEqual([
    { field: 'recording.BTC', claimed: expect.stringMatching(/^\d/), computed: 'none' },
  ]);
});

test('a round on drand has no candles', () => {
  expect(compareCandles(transcriptOf(round, { kind: 'drand' }).beacon, knownCandles([]), 'market')).toEqual([]);
  expect(compareCandles(null, knownCandles([]), 'market')).toEqual([]);
});
