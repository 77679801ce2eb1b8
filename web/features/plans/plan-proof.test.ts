import { expect, test } from 'vitest';
import type { PlanDetail, PlanProof } from '#contract/plan-record.ts';
import { columnsOf } from '#core/market/candle.ts';
import { usdt } from '#core/money/amount.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { incomeOf, runPlan, shortfallOf } from '#core/plans/engine.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { verifyProof } from './plan-proof.ts';

const terms = {
  engine: 1,
  strategy: 'trend-1',
  interval: '5m',
  rounds: 12,
  leverage: 5,
  maximumProfit: 0.5,
  maximumLoss: 0.5,
  feeRate: 0.0002,
} as const;
const amount = usdt(200_000_000n);

/** A rising market with variation, so that the strategy trades. */
const candles = Array.from({ length: strategies['trend-1'].lookback + terms.rounds }, (_, index) => {
  const open = 2000 + index * 3 + (index % 7) * 2;
  const close = open + (index % 3) - 0.25;
  return { openTime: index * 300_000, open, high: open + 4, low: open - 4, close, volume: 10 + index };
});

const rowsOf = (all: typeof candles): PlanProof['candles'] =>
  all.map(({ openTime, open, high, low, close, volume }) => [openTime, open, high, low, close, volume]);

const columns = columnsOf(candles);
const outcome = runPlan(terms, columns);
if (outcome.end === null) throw new Error('the plan of this test settles');

const proof: PlanProof = {
  plan: '8QK2',
  coin: 'ETH',
  terms,
  amount,
  candles: rowsOf(candles),
  lookback: strategies['trend-1'].lookback,
  candlesHash: candlesHash(columns),
  claimed: {
    income: incomeOf(amount, outcome),
    end: outcome.end,
    shortfall: shortfallOf(amount, outcome),
    results: outcome.rounds.map(({ result }) => result),
  },
  source: 'a recording',
};

const detail: PlanDetail = {
  plan: {
    id: '8QK2',
    roundsDone: 12,
    roundsTotal: 12,
    amount,
    income: proof.claimed.income,
    strategy: 'trend-1',
    status: 'success',
    placedAt: 0,
    coin: 'ETH',
    leverage: 5,
    level: 1,
  },
  terms,
  startsAt: 0,
  settledAt: 1,
  end: outcome.end,
  shortfall: proof.claimed.shortfall,
  rounds: outcome.rounds.map(({ candle, direction, fee, result, running }) => ({
    openTime: candle.openTime,
    direction,
    fee,
    result,
    running,
  })),
  candles: [],
};

const clock = () => {
  let time = 0;
  return () => (time += 2);
};

const fieldsOf = (tampered: PlanProof, shown: PlanDetail = detail) => {
  const { matches, differences } = verifyProof(tampered, shown, clock());
  expect(matches).toBe(false);
  return differences.map(({ field }) => field);
};

test('an honest proof matches to the last digit', () => {
  expect(outcome.rounds.some(({ direction }) => direction !== 0)).toBe(true);
  expect(verifyProof(proof, detail, clock())).toEqual({
    matches: true,
    engine: 1,
    candles: 60,
    hash: proof.candlesHash,
    milliseconds: 2,
    differences: [],
  });
});

test('a candle changed in its last digits does not match', () => {
  const changed = rowsOf(
    candles.map((candle, index) => (index === 55 ? { ...candle, close: candle.close + 1e-9 } : candle)),
  );
  expect(fieldsOf({ ...proof, candles: changed })).toContain('candlesHash');
});

test('a candle changed together with its hash still does not match the result', () => {
  const rows = candles.map((candle, index) => (index === 55 ? { ...candle, close: candle.close + 1 } : candle));
  const forged: PlanProof = {
    ...proof,
    candles: rowsOf(rows),
    candlesHash: candlesHash(columnsOf(rows)),
  };
  expect(fieldsOf(forged)).toContain('result');
});

test('an income other than the engine’s is a difference with both figures, in USDT', () => {
  const claimed = { ...proof.claimed, income: usdt(proof.claimed.income + 1n) };
  const { differences } = verifyProof({ ...proof, claimed }, detail, clock());
  const [first] = differences;
  expect(first?.field).toBe('income');
  expect(Number(first?.claimed) - Number(first?.found)).toBeCloseTo(0.000001, 9);
});

test('a changed result has its 1-based round', () => {
  const results = proof.claimed.results.with(2, 0.5);
  const { differences } = verifyProof({ ...proof, claimed: { ...proof.claimed, results } }, detail, clock());
  expect(differences).toEqual([
    expect.objectContaining({ between: 'engine', field: 'result', round: 3, claimed: '0.5' }),
  ]);
});

test('an honest proof of another plan, amount or terms is not this plan’s', () => {
  expect(fieldsOf(proof, { ...detail, plan: { ...detail.plan, id: 'ZZZZ' } })).toEqual(['terms']);
  expect(fieldsOf(proof, { ...detail, terms: { ...terms, feeRate: 0 } })).toEqual(['terms']);
  expect(fieldsOf(proof, { ...detail, plan: { ...detail.plan, amount: usdt(1n) } })).toEqual(['amount']);
});

test('a page that shows another income or round than the proof does not pass', () => {
  expect(fieldsOf(proof, { ...detail, plan: { ...detail.plan, income: usdt(1n) } })).toEqual(['income']);
  const [first, ...rest] = detail.rounds;
  if (!first) throw new Error('the plan has rounds');
  expect(fieldsOf(proof, { ...detail, rounds: [{ ...first, result: 9 }, ...rest] })).toEqual(['result']);
});

test('a proof that cannot be run is reported, not thrown', () => {
  expect(fieldsOf({ ...proof, candles: [] })).toContain('candles');
});
