import { expect, test } from 'vitest';
import type { MarketIdentity } from '#contract/market.ts';
import type { Beacon, BeaconCandle, BeaconPlan } from '#core/fairness/beacon.ts';
import type { ClosingStatement } from '#core/fairness/closing.ts';
import { candleAt } from '#core/market/candle.ts';
import { rowsOf } from '#core/market/columns.ts';
import { replayedCoin, replayWorld } from '#core/plans/replay-world.fixture.ts';
import { roundAt } from '#core/rounds/schedule.ts';
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
const identity: MarketIdentity = {
  ...bound,
  recordedFrom: 0,
  recordedTo: 0,
  played: null,
  beaconCoins: [replayedCoin, 'BTC'],
};

const recordedDay: RecordedDay = {
  reveal: replay.revealOf(columns) as RecordedDay['reveal'],
  candles: rowsOf(replay.recorded(day)),
};
const market: PublishedMarket = {
  identity,
  candleMinutes: 1,
  candlesAt: async () => [genuine],
  recordedDay: async () => recordedDay,
};
/** The recording has two coins; its world shows the days of one. */
const plan: BeaconPlan = { kind: 'market', coins: ['BTC', replayedCoin] };
const check = (beacon: Beacon | null, change: Partial<PublishedMarket> = {}, now = over, named: BeaconPlan = plan) => {
  const closing = { round: roundAt(openTime), beacon: named } as ClosingStatement;
  return checkCandles({ beacon, closing }, { ...market, ...change }, now);
};
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

test('a round of before the market changed is not held against the candles of the one that plays now', async () => {
  const since = openTime + 1;
  const exchange: MarketIdentity = { exchange: 'made-up', instruments: {} };
  const fewer: BeaconPlan = { kind: 'market', coins: [replayedCoin], interval: '5m' };
  for (const one of [identity, exchange]) {
    const before = await check(beaconOf(changed), { identity: one, since }, over, fewer);
    expect(before).toEqual({ differences: [], open: ['market'], recordedFrom: null, isRecorded: false });
    // Before the server has said which market plays, and since when, nothing is known of another time's.
    const unsaid = await check(beaconOf(changed), { identity: undefined }, over, fewer);
    expect(unsaid).toEqual({ differences: [], open: ['market'], recordedFrom: null, isRecorded: false });
    // From its first moment on the market is held to account.
    const fields = await fieldsOf(beaconOf(changed), { identity: one, since: openTime });
    expect(fields).toContain(`market.${replayedCoin}`);
  }
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

test('a closing that names fewer coins than the replay has is a choice among results, and is found before and after the day', async () => {
  const fewer: BeaconPlan = { kind: 'market', coins: [replayedCoin] };
  const difference = { field: 'closing.beacon.coins', claimed: replayedCoin, computed: `BTC ${replayedCoin}` };
  expect((await check(beaconOf(genuine), {}, over - 1, fewer)).differences).toEqual([difference]);
  // A round without a result has taken none of them, whatever market plays by now.
  expect((await check(null, {}, over - 1, fewer)).differences).toEqual([]);
  // Where the market says so as well, the recording that was committed to has more.
  const liar: MarketIdentity = { ...identity, beaconCoins: [replayedCoin] };
  expect((await check(beaconOf(genuine), { identity: liar }, over - 1, fewer)).differences).toEqual([]);
  expect((await check(beaconOf(genuine), { identity: liar }, over, fewer)).differences).toEqual([
    { ...difference, field: 'recording.coins' },
  ]);
  // A replay that began later was not the market then.
  const later: MarketIdentity = { ...identity, startsAt: openTime + dayMs };
  expect((await check(beaconOf(genuine), { identity: later }, over, fewer)).differences).toEqual([]);
});

test('a closing that takes a minute that was over for one of five is found, on a replay and on an exchange', async () => {
  const five: BeaconPlan = { ...plan, interval: '5m' };
  const interval = { field: 'closing.beacon.interval', claimed: '5m', computed: '1m' };
  const exchange = { exchange: 'made-up', instruments: {} };
  for (const of of [identity, exchange]) {
    expect((await check(beaconOf(genuine), { identity: of }, over, five)).differences).toEqual([interval]);
    // Of a market of five-minute candles it is the plan.
    const market = { identity: of, candleMinutes: 5 } as const;
    expect((await check(beaconOf(genuine), market, over, five)).differences).toEqual([]);
  }
  // Before the status is there nothing is known of it.
  for (const unknown of [undefined, null]) {
    expect((await check(beaconOf(genuine), { identity: unknown }, over, five)).differences).toEqual([]);
  }
});
