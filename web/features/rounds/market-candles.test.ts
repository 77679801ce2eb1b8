import { expect, test } from 'vitest';
import type { MarketIdentity } from '#contract/market.ts';
import type { Beacon, BeaconCandle } from '#core/fairness/beacon.ts';
import { candleAt } from '#core/market/candle.ts';
import { rowsOf } from '#core/market/columns.ts';
import { replayedCoin, replayWorld } from '#core/plans/replay-world.fixture.ts';
import { checkCandles, type PublishedMarket } from './market-candles.ts';
import type { RecordedDay } from './recorded-candles.ts';

const dayMs = 86_400_000;
const day = 4;
const replay = replayWorld();
const columns = replay.candles('1m', replay.startsAt + day * dayMs + 22 * 3_600_000, 1);
const genuine: BeaconCandle = { coin: replayedCoin, candle: candleAt(columns, 0) };
const { openTime } = genuine.candle;
const over = replay.startsAt + (day + 1) * dayMs;

/** One number is another, in every place where the server would have to change it before the day is over. */
const changed: BeaconCandle = { ...genuine, candle: { ...genuine.candle, volume: genuine.candle.volume + 1 } };
const beaconOf = (candle: BeaconCandle): Beacon => ({ kind: 'market', candles: [candle] });

const { source: _source, label: _label, ...bound } = replay.boundAt(openTime);
const identity: MarketIdentity = { ...bound, recordedFrom: 0, recordedTo: 0, played: null, beaconCoins: [] };

const recordedDay: RecordedDay = {
  reveal: replay.revealOf(columns) as RecordedDay['reveal'],
  candles: rowsOf(replay.recorded(day)),
};
const market: PublishedMarket = {
  identity,
  candlesAt: async () => [genuine],
  recordedDay: async () => recordedDay,
};
const check = (beacon: Beacon | null, change: Partial<PublishedMarket> = {}, now = over) =>
  checkCandles({ beacon }, { ...market, ...change }, now);
const fieldsOf = async (...given: Parameters<typeof check>) =>
  (await check(...given)).differences.map(({ field }) => field);

test('the candles of a round are those of the market, and of the recorded day once it has been played', async () => {
  expect(await check(beaconOf(genuine))).toEqual({ differences: [], open: [], recordedFrom: null, isRecorded: true });
  expect(await check(beaconOf(genuine), {}, over - 1)).toEqual({
    ...{ differences: [], open: ['recordingHidden'], recordedFrom: over, isRecorded: false },
  });
});

test('a candle that was changed is contradicted by the market, and where the market was changed as well by the recorded day', async () => {
  expect(await fieldsOf(beaconOf(changed))).toEqual([`market.${replayedCoin}`, `recording.${replayedCoin}`]);
  const liar = { candlesAt: async () => [changed] };
  expect(await fieldsOf(beaconOf(changed), liar, over - 1)).toEqual([]);
  expect(await fieldsOf(beaconOf(changed), liar)).toEqual([`recording.${replayedCoin}`]);
});

test('a recorded day that was changed with the rest does not lead to the recording that was committed to', async () => {
  const candles = recordedDay.candles.map(
    ([time, open, high, low, close, volume]): (typeof recordedDay.candles)[number] => [
      ...([time, open, high, low, close] as const),
      volume + 1,
    ],
  );
  const days: readonly RecordedDay[] = [
    { ...recordedDay, candles },
    { ...recordedDay, reveal: { ...recordedDay.reveal, key: 'ab'.repeat(32) } },
    { ...recordedDay, reveal: { ...recordedDay.reveal, played: [] } },
  ];
  for (const forged of days) {
    const liar = { candlesAt: async () => [genuine], recordedDay: async () => forged };
    expect(await fieldsOf(beaconOf(genuine), liar)).toEqual([`recording.${replayedCoin}`]);
  }
});

test('what could not be loaded was not compared, and that is said', async () => {
  const away = () => Promise.reject(new Error('away'));
  expect(await check(beaconOf(changed), { candlesAt: away, recordedDay: away })).toEqual({
    ...{ differences: [], open: ['market', 'recordingMissing'], recordedFrom: null, isRecorded: false },
  });
  expect((await check(beaconOf(changed), { candlesAt: async () => [] })).open).toEqual(['market']);
  // A replay that began later was not the market then.
  const later: MarketIdentity = { ...identity, startsAt: openTime + dayMs };
  expect(await check(beaconOf(changed), { identity: later })).toMatchObject({ differences: [], open: ['market'] });
});

test('an exchange has no recorded days, and a round on drand no candles', async () => {
  const exchange = { exchange: 'made-up', instruments: {} };
  expect(await check(beaconOf(genuine), { identity: exchange })).toMatchObject({ open: [], isRecorded: false });
  const never = () => Promise.reject(new Error('asked'));
  const drand: Beacon = { kind: 'drand', round: 1, signature: 'ab'.repeat(48) };
  for (const beacon of [drand, null]) {
    expect(await check(beacon, { candlesAt: never, recordedDay: never })).toMatchObject({ differences: [], open: [] });
  }
});
