import { expect, test } from 'vitest';
import type { ChartCandle, MarketStatus } from '#contract/market.ts';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { aggregate } from '#core/market/aggregate.ts';
import { candleAt, columnsOf } from '#core/market/candle.ts';
import { usdt } from '#core/money/amount.ts';
import { settlePlan } from '#core/plans/settlement.ts';
import { type PracticeMarket, practicePlan, verifyPractice } from './practice-plan.ts';

const minuteMs = 60_000;
const candleMs = 300_000;
const lookback = 48;
const start = 1_700_006_400_000;

/** Published minutes of a market that moves up and down, so that the strategy trades. */
const minutes = Array.from({ length: (lookback + 13) * 5 }, (_, index) => {
  const price = (at: number) => 2000 + 30 * Math.sin(at / 70) + (at % 7);
  const [open, close] = [price(index), price(index + 1)];
  const openTime = start + index * minuteMs;
  return { openTime, open, high: Math.max(open, close) + 1, low: Math.min(open, close) - 1, close, volume: 1 + index };
});
const rows = minutes.map(
  ({ openTime, open, high, low, close, volume }) =>
    [openTime, open, high, low, close, volume] as [number, number, number, number, number, number],
);

const columns = aggregate(columnsOf(minutes), '5m', { from: start, through: start + (lookback + 13) * candleMs });
/** The last candle is still forming. */
const candles: ChartCandle[] = Array.from(columns.openTime, (_, row) => ({
  ...candleAt(columns, row),
  final: row < lookback + 12,
  seam: false,
  isBreak: false,
}));

const identity = {
  recording: 'a'.repeat(64),
  recordedDays: 90,
  recordedFrom: start - 90 * 86_400_000,
  recordedTo: start,
  commitment: 'b'.repeat(64),
  startsAt: start - 86_400_000,
  day: 1,
  played: null,
  beaconCoins: ['ETH'],
};
const status: Pick<MarketStatus, 'source' | 'label' | 'identity'> = { source: 'replay', label: 'Recorded', identity };
const on: PracticeMarket = { coin: 'ETH', candles, status };

const level: LevelOffer = {
  id: 1,
  weightMin: 0,
  weightMax: 499,
  amountMin: usdt(10_000_000n),
  amountMax: usdt(500_000_000n),
  expectedMin: null,
  expectedMax: null,
  expectedMean: null,
  samples: 0,
  hours: 0,
  shareLost: null,
  shareFlat: null,
  shareEarned: null,
  pairs: null,
  pairsLosing: null,
  pairsLosingWithoutFees: null,
  maximumLoss: 0.5,
  maximumProfit: 0.5,
  leverageMax: 5,
  lockedBy: null,
  strategy: 'trend-1',
  rounds: 12,
  interval: '5m',
  feeRate: 0.0002,
};

function practiced(market: PracticeMarket = on, changes: Partial<LevelOffer> = {}, leverage = 3) {
  const practice = practicePlan(market, { level: { ...level, ...changes }, leverage });
  if (practice === null) throw new Error('there is a practice plan');
  return practice;
}

const clock = () => 0;

test('it runs on the last twelve closed candles, never on the one that still forms, and ends as a real plan does', () => {
  const { detail, proof } = practiced();
  expect(detail.startsAt).toBe(start + lookback * candleMs);
  expect(detail.rounds).toHaveLength(12);
  expect(detail.rounds.some(({ direction }) => direction !== 0)).toBe(true);
  expect(detail.candles.at(-1)?.openTime).toBe(start + (lookback + 11) * candleMs);
  expect(detail.settledAt).toBe(start + (lookback + 12) * candleMs);
  const result = detail.rounds.at(-1)?.running ?? 0;
  const settled = settlePlan(7n, proof.amount, { result, shortfall: 0 });
  expect(detail.plan.income).toBe(settled.income);
  expect(proof.amount).toBe(100_000_000n);
});

test('one that earned nothing is no success, as a real one is not', () => {
  expect([practiced().detail.plan.income > 0n, practiced().detail.plan.status]).toEqual([true, 'success']);
  const still = candles.map((candle) => ({ ...candle, open: 2_000, high: 2_000, low: 2_000, close: 2_000 }));
  expect(practiced({ ...on, candles: still }).detail.plan).toMatchObject({ income: 0n, status: 'failure' });
});

test('it is verified on the market’s minutes, and says nothing of a placing that was not', () => {
  const verification = verifyPractice(practiced(), rows, clock);
  expect(verification).toMatchObject({ matches: true, differences: [], notCompared: [], candles: lookback + 12 });
});

test('candles that the market did not publish are found, and minutes that did not come are said', () => {
  const forged = candles.map((candle, place) => (place === 55 ? { ...candle, close: candle.close + 0.01 } : candle));
  const { matches, differences } = verifyPractice(practiced({ ...on, candles: forged }), rows, clock);
  expect(matches).toBe(false);
  expect(differences.every(({ between, field }) => between === 'market' && field === 'candles')).toBe(true);
  expect(verifyPractice(practiced(), null, clock).notCompared).toEqual(['market']);
});

test('another income than the engine’s is found', () => {
  const practice = practiced();
  const claimed = { ...practice.proof.claimed, income: usdt(practice.proof.claimed.income + 1n) };
  const { differences } = verifyPractice({ ...practice, proof: { ...practice.proof, claimed } }, rows, clock);
  expect(differences.map(({ field }) => field)).toContain('claimed.income');
});

test('a plan that touches its bound ends there, on fewer candles, and is verified all the same', () => {
  const practice = practiced(on, { maximumProfit: 0.001, maximumLoss: 0.001 }, 5);
  expect(practice.detail.end).not.toBe('completed');
  expect(practice.detail.rounds.length).toBeLessThan(12);
  expect(practice.proof.candles).toHaveLength(lookback + practice.detail.rounds.length);
  expect(verifyPractice(practice, rows, clock).matches).toBe(true);
});

test('a level with a higher least amount is practised with that', () => {
  expect(practiced(on, { amountMin: usdt(1_000_000_000n) }).proof.amount).toBe(1_000_000_000n);
});

test('an exchange’s market is bound by its instrument', () => {
  const exchange = { exchange: 'kraken', instruments: { ETH: 'ETH/USDT' } };
  const { detail } = practiced({ ...on, status: { source: 'exchange', label: 'Kraken', identity: exchange } });
  expect(detail.market.market).toEqual({
    source: 'exchange',
    label: 'Kraken',
    exchange: 'kraken',
    instrument: 'ETH/USDT',
  });
});

test('too few closed candles, or a market that does not say what it is, make no plan', () => {
  const choice = { level, leverage: 1 };
  expect(practicePlan({ ...on, candles: candles.slice(-60) }, choice)).toBeNull();
  expect(practicePlan({ ...on, candles: [] }, choice)).toBeNull();
  expect(practicePlan({ ...on, status: { ...status, identity: null } }, choice)).toBeNull();
  expect(
    practicePlan(
      { ...on, coin: 'BTC', status: { ...status, identity: { exchange: 'kraken', instruments: {} } } },
      choice,
    ),
  ).toBeNull();
});
