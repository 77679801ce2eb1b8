import { expect, test } from 'vitest';
import type { PlanDetail, PlanProof } from '#contract/plans-proof.ts';
import { sliceColumns } from '#core/market/candle.ts';
import { columnsOfRows, noCandles } from '#core/market/columns.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { boundTo } from '#core/plans/bundle.fixture.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { runPlan } from '#core/plans/engine.ts';
import type { BoundMarket } from '#core/plans/market-binding.ts';
import { voidFrom } from '#core/plans/void.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { clock, known as knownOfReplay, proof as replayed, detail as settled, terms } from './plan-proof.fixture.ts';
import { type KnownOfPlan, verifyProof } from './plan-proof.ts';
import { verdictOf } from './verdict.ts';

const exchange: BoundMarket = { source: 'exchange', label: 'Binance', exchange: 'binance', instrument: 'ETH/USDT' };
const amount = usdt(200_000_000n);
const columns = sliceColumns(walk({ seed: 12, candles: 60, swing: 0.004 }), 0, 51);
const { openTime, open, high, low, close, volume } = columns;
const candles = Array.from(openTime, (time, row): PlanProof['candles'][number] => {
  return [time, open[row] ?? 0, high[row] ?? 0, low[row] ?? 0, close[row] ?? 0, volume[row] ?? 0];
});
const { rounds, end } = runPlan(terms, columns);

const proof: PlanProof = {
  ...{ plan: '8QK2', ...boundTo('ETH', terms, columns, () => exchange), terms, amount, candles },
  candlesHash: candlesHash(columns),
  claimed: { income: noUsdt, end: 'void', shortfall: noUsdt, results: rounds.map(({ result }) => result) },
};
const deadline = voidFrom(proof);
const { plan, coin, startsAt, market, marketHash } = proof;

const shown: PlanDetail = {
  ...settled,
  ...{ startsAt, market, marketHash, settledAt: deadline, end: 'void', shortfall: noUsdt },
  plan: { ...settled.plan, income: noUsdt, status: 'failure', isVoid: true, roundsDone: 3 },
  rounds: rounds.map(({ candle, direction, fee, result, running }) => {
    return { openTime: candle.openTime, direction, fee, result, running };
  }),
  candles: candles.map(([time, ...prices], row) => {
    const [first, top, bottom, last, traded] = prices;
    return {
      openTime: time,
      open: first,
      high: top,
      low: bottom,
      close: last,
      volume: traded,
      final: true,
      seam: row < 0,
      isBreak: false,
    };
  }),
};

/** Five minutes of equal prices make each candle. */
const minutesOf = (rows: PlanProof['candles']): PlanProof['candles'] =>
  rows.flatMap(([time, first, top, bottom, last, traded]) =>
    [0, 1, 2, 3, 4].map((minute): PlanProof['candles'][number] => {
      const volumes = minute === 0 ? traded : 0;
      return [time + minute * 60_000, minute === 0 ? first : last, top, bottom, last, volumes];
    }),
  );

const minutes = minutesOf(candles);
const known: KnownOfPlan = {
  ...{ shown, minutes, recorded: null, identity: null, playedUntil: 0, clocks: null },
  kept: { plan, coin, amount, terms, startsAt, market, marketHash },
};
const verify = (one: PlanProof, others: Partial<KnownOfPlan> = {}) =>
  verifyProof(one, { ...known, ...others }, clock());
const fieldsOf = (one: PlanProof, others: Partial<KnownOfPlan> = {}) =>
  verify(one, others).differences.map(({ between, field }) => `${between}: ${field}`);

test('a void plan is verified on the candles that came, and has no result to report', () => {
  expect(end).toBeNull();
  expect(verify(proof)).toMatchObject({ matches: true, differences: [], notCompared: [], resultHash: null });
});

test('a candle that the market published before the deadline contradicts it, a later one does not', () => {
  const candleAt = (time: number) => minutesOf([[time, 1, 1, 1, 1, 1]]);
  expect(fieldsOf(proof, { minutes: [...minutes, ...candleAt(deadline - 300_000)] })).toContain('market: candles');
  expect(fieldsOf(proof, { minutes: [...minutes, ...candleAt(startsAt + 86_400_000)] })).toContain('market: candles');
  expect(fieldsOf(proof, { minutes: [...minutes, ...candleAt(deadline)] })).toEqual([]);
});

test('a plan that was void before its deadline is found', () => {
  expect(fieldsOf(proof, { shown: { ...shown, settledAt: deadline - 1 } })).toEqual(['page: claimed.end']);
  // Said to be void at its deadline, which is to come.
  expect(fieldsOf(proof, { latest: deadline - 1 })).toEqual(['page: claimed.end']);
  expect(fieldsOf(proof, { latest: deadline })).toEqual([]);
});

test('a plan that is said to be void although the recorded days have its candles is found by these alone', () => {
  const came = columnsOfRows(replayed.candles.slice(0, -1));
  const results = runPlan(replayed.terms, came).rounds.map(({ result }) => result);
  const denied: PlanProof = {
    ...{ ...replayed, candles: replayed.candles.slice(0, -1), candlesHash: candlesHash(came) },
    claimed: { income: noUsdt, end: 'void', shortfall: noUsdt, results },
  };
  const { differences } = verifyProof(denied, { ...knownOfReplay, minutes: null }, clock());
  expect(differences.map(({ between, field }) => `${between}: ${field}`)).toContain('recording: candles');
});

test('of a market that is gone the phone says that nothing could be recomputed', () => {
  const gone = {
    ...proof,
    candles: [],
    candlesHash: candlesHash(noCandles),
    claimed: { ...proof.claimed, results: [] },
  };
  const page = { ...shown, candles: [], rounds: [] };
  expect(verify(gone, { shown: { ...page } }).differences.map(({ field }) => field)).toEqual([]);
  expect(verify(gone, { shown: page, kept: null })).toMatchObject({
    matches: true,
    notCompared: ['kept', 'marketGone'],
  });
  expect(verdictOf(verify(gone, { shown: page }))).toBe('nothing');
  const other = { ...gone, amount: usdt(200_000_001n) };
  expect(fieldsOf(other, { shown: page })).toContain('kept: amount');
  expect(columnsOfRows(gone.candles).openTime).toHaveLength(0);
});
