import { expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import type { Beacon, BeaconPlan } from './beacon.ts';
import { closingDigest } from './closing.ts';
import { dayTranscriptOf, installedOn, isFixtureSigned, ordersOf, transcriptOf } from './transcript.fixture.ts';
import type { DayTranscript, RoundTranscript } from './transcript.ts';
import { verifyDay } from './verify-day.ts';
import { verifyRound } from './verify-round.ts';

const round = (installedOn + 1) * roundsPerDay + 6;
const fieldsOf = (transcript: RoundTranscript) =>
  verifyRound(transcript, isFixtureSigned).differences.map(({ field }) => field);
const fieldsOfDay = (day: DayTranscript) => verifyDay(day, isFixtureSigned).differences.map(({ field }) => field);

/** With another plan in its closing, whose digest fits. */
function planned(from: RoundTranscript, beacon: BeaconPlan): RoundTranscript {
  const closing = { ...from.closing, beacon };
  return { ...from, closing, digest: closingDigest(closing) };
}

const market = transcriptOf(round);
const { beacon } = market;
if (beacon?.kind !== 'market') throw new Error('another kind');

/** A round drawn by these candles, as if the market had them. */
const drawnBy = (candles: (typeof beacon)['candles']): RoundTranscript =>
  transcriptOf(round, { beacon: { kind: 'market', candles } satisfies Beacon });

test('a round that was drawn by a candle which no market makes is found, though all follows from it', () => {
  const [first, ...others] = beacon.candles;
  if (first === undefined) throw new Error('no candle');
  const impossible = { ...first, candle: { ...first.candle, high: first.candle.low - 1 } };
  expect(fieldsOf(drawnBy([impossible, ...others]))).toEqual([`beacon.candles.${first.coin}`]);
  const endless = [{ ...first, candle: { ...first.candle, volume: Number.POSITIVE_INFINITY } }, ...others];
  expect(fieldsOf({ ...market, beacon: { ...beacon, candles: endless } })).toContain('beacon');
});

test('coins out of their order, and names that no coin has, leave a choice and are found', () => {
  const turned = drawnBy(beacon.candles.toReversed());
  const coins = beacon.candles.map(({ coin }) => coin);
  expect(fieldsOf(planned(turned, { kind: 'market', coins: coins.toReversed() }))).toContain('closing.beacon.coins');
  const named = drawnBy(beacon.candles.map(({ candle }, place) => ({ coin: `x-${place}`, candle })));
  const plan = { kind: 'market', coins: coins.map((_, place) => `x-${place}`) } as const;
  expect(fieldsOf(planned(named, plan))).toContain('closing.beacon.coins');
});

test('a beacon of another kind than was announced is found', () => {
  const drand = transcriptOf(round, { kind: 'drand' });
  expect(fieldsOf({ ...drand, beacon })).toContain('beacon.kind');
  expect(fieldsOf({ ...market, beacon: drand.beacon })).toContain('beacon.kind');
});

test('numbers of orders that are none, and orders without a stake, are malformed', () => {
  for (const count of [1.5, -1, Number.NaN]) {
    const { orders } = market.closing;
    const closing = { ...market.closing, orders: { ...orders, big: { ...orders.big, count } } };
    const forged = { ...market, closing, digest: closingDigest(closing) };
    expect(verifyRound(forged, isFixtureSigned)).toMatchObject({
      matches: false,
      differences: [{ field: 'closing.orders.big.count', claimed: String(count) }],
      replay: null,
    });
  }
  const orders = ordersOf(round, 40).map((one, place) => (place === 1 ? { ...one, stake: usdt(0n) } : one));
  expect(fieldsOf(transcriptOf(round, { orders }))).toContain('orders[1]');
});

test('what is wrong with a round of a day is named by its place', () => {
  const day = dayTranscriptOf(installedOn + 3);
  const one = day.rounds[21];
  if (one === undefined) throw new Error('no round');
  const [winner = 'big'] = one.result?.winners ?? [];
  const payment = { paid: usdt(10n ** 12n), charity: usdt(0n) };
  const forged = { ...one, payments: { ...one.payments, [winner]: payment } };
  expect(fieldsOfDay({ ...day, rounds: day.rounds.with(21, forged) })).toContain(`rounds[21].payments.${winner}.paid`);
  expect(fieldsOfDay({ ...day, tip: 'ab'.repeat(32), rounds: day.rounds.slice(-1) })).toContain('tip');
  expect(fieldsOfDay({ ...day, key: 'no key', rounds: day.rounds.slice(-1) })).toContain('key');
});

test('the first day begins with no round of the day before', () => {
  const [first, before] = [installedOn + 1, installedOn].map((day) => dayTranscriptOf(day));
  if (first === undefined || before === undefined) throw new Error('no day');
  const rounds = [...before.rounds.slice(-1), ...first.rounds];
  expect(fieldsOfDay({ ...first, firstDay: installedOn + 1, rounds })).toContain('rounds[0].closing.round');
});
