import { expect, test } from 'vitest';
import type { PlanProof } from '#contract/plans-proof.ts';
import { columnsOf, sliceColumns } from '#core/market/candle.ts';
import { type CandleRow, rowsOf as rowsOfColumns } from '#core/market/columns.ts';
import { usdt } from '#core/money/amount.ts';
import { boundTo } from '#core/plans/bundle.fixture.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { incomeOf, runPlan, shortfallOf } from '#core/plans/engine.ts';
import { planResultHash } from '#core/rewards/result-hash.ts';
import {
  bound,
  candles,
  clock,
  detail,
  evening,
  fieldsOf,
  from,
  identity,
  kept,
  known,
  minutes,
  morning,
  outcome,
  playedUntil,
  proof,
  recorded,
  replay,
  rowsOf,
  terms,
} from './plan-proof.fixture.ts';
import { type KeptPlan, type KnownOfPlan, verifyProof } from './plan-proof.ts';
import { verdictOf } from './verdict.ts';

test('an honest proof matches to the last digit', () => {
  expect(outcome.rounds.some(({ direction }) => direction !== 0)).toBe(true);
  expect(verifyProof(proof, known, clock())).toEqual({
    matches: true,
    engine: 1,
    candles: 60,
    hash: proof.candlesHash,
    // As the server computes it from the candles that it recorded.
    resultHash: planResultHash({
      ...{ plan: proof.plan, candlesHash: proof.candlesHash, income: proof.claimed.income },
      ...{ leverage: terms.leverage, end: 'completed', rounds: outcome.rounds },
    }),
    milliseconds: 2,
    differences: [],
    notCompared: [],
    isRecorded: true,
    clockMovedMs: null,
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
  expect(fieldsOf(forged)).toContain('claimed.results');
});

test('an income other than the engine’s is a difference with both figures, in USDT', () => {
  const claimed = { ...proof.claimed, income: usdt(proof.claimed.income + 1n) };
  const { differences } = verifyProof({ ...proof, claimed }, known, clock());
  const [first] = differences;
  expect(first?.field).toBe('claimed.income');
  expect(Number(first?.claimed) - Number(first?.found)).toBeCloseTo(0.000001, 9);
  const short = { ...proof.claimed, shortfall: usdt(1_250_000n) };
  expect(verifyProof({ ...proof, claimed: short }, known, clock()).differences).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'claimed.shortfall', claimed: '1.250000', found: '0.000000' }),
    ]),
  );
});

test('a changed result has its 1-based place', () => {
  const results = proof.claimed.results.with(2, 0.5);
  const { differences } = verifyProof({ ...proof, claimed: { ...proof.claimed, results } }, known, clock());
  expect(differences).toEqual([
    expect.objectContaining({ between: 'engine', field: 'claimed.results', place: 3, claimed: '0.5' }),
  ]);
});

test('an honest proof of another plan, amount or terms is not this plan’s', () => {
  expect(fieldsOf(proof, { ...detail, plan: { ...detail.plan, id: 'ZZZZ' } })).toEqual(['plan']);
  expect(fieldsOf(proof, { ...detail, terms: { ...terms, feeRate: 0 } })).toEqual(['terms.feeRate']);
  expect(fieldsOf(proof, { ...detail, plan: { ...detail.plan, amount: usdt(1n) } })).toEqual(['amount']);
});

test('a page that shows another income or round than the proof does not pass', () => {
  expect(fieldsOf(proof, { ...detail, plan: { ...detail.plan, income: usdt(1n) } })).toEqual(['claimed.income']);
  const [first, ...rest] = detail.rounds;
  if (!first) throw new Error('the plan has rounds');
  expect(fieldsOf(proof, { ...detail, rounds: [{ ...first, result: 9 }, ...rest] })).toEqual(['claimed.results']);
});

test('a proof that cannot be run is reported, not thrown', () => {
  expect(fieldsOf({ ...proof, candles: [] })).toContain('candles');
});

test('a proof and a page of another plan than the one that was placed are found by what this phone kept', () => {
  const moved = {
    ...bound({ market: { ...replay.boundAt(proof.startsAt), commitment: 'e'.repeat(64) } }),
    reveal: { state: 'elsewhere' } as const,
  };
  const page = { ...detail, market: moved.market, marketHash: moved.marketHash };
  expect(fieldsOf(moved, page)).toEqual(['market.market.commitment', 'marketHash']);
  const alone: KnownOfPlan = { ...known, shown: page, kept: null, minutes: null, recorded: null };
  const { matches, notCompared } = verifyProof(moved, alone, clock());
  expect([matches, notCompared]).toEqual([true, ['kept', 'market', 'recordingElsewhere']]);
});

test('candles that were never the market’s are found by its published minutes, and so is a gap that it does not have', () => {
  const forgedRows = candles.map((candle, index) => (index === 55 ? { ...candle, high: candle.high + 1 } : candle));
  const forged = { ...proof, candles: rowsOf(forgedRows), candlesHash: candlesHash(columnsOf(forgedRows)) };
  const page = {
    ...detail,
    candles: forgedRows.map((candle) => ({ ...candle, final: true, seam: false, isBreak: false })),
  };
  expect(verifyProof(forged, { ...known, shown: page, recorded: null }, clock()).differences).toEqual([
    expect.objectContaining({ between: 'market', field: 'candles', place: 56 }),
  ]);
  // Even where the server changes its minutes with them, once the day is revealed.
  const forgedMinutes = { ...known, shown: page, minutes: null };
  expect(verifyProof(forged, forgedMinutes, clock()).differences).toEqual([
    expect.objectContaining({ between: 'recording', field: 'candles', place: 56 }),
  ]);
  const [gapFrom, gapTo] = [candles[57]?.openTime ?? 0, candles[58]?.openTime ?? 0];
  const gap = minutes.filter(([openTime]) => openTime < gapFrom || openTime >= gapTo);
  expect(fieldsOf(proof, detail, { minutes: gap })).toEqual(['candles', 'candles', 'candles']);
});

test('of the minutes that are published together with a plan’s own, those after its end are not compared', () => {
  const byMinutes = { ...terms, interval: '1m' } as const;
  const all = replay.candles('1m', from, proof.lookback + terms.rounds + 3);
  const used = sliceColumns(all, 0, proof.lookback + terms.rounds);
  const run = runPlan(byMinutes, used);
  const ofMinutes: PlanProof = {
    ...{
      ...proof,
      ...boundTo(proof.coin, byMinutes, used, replay.boundAt),
      terms: byMinutes,
      candles: rowsOfColumns(used),
    },
    ...{ reveal: replay.revealOf(used), candlesHash: candlesHash(used) },
    claimed: {
      ...{ income: incomeOf(proof.amount, run), end: run.end ?? 'void', shortfall: shortfallOf(proof.amount, run) },
      results: run.rounds.map(({ result }) => result),
    },
  };
  const published = verifyProof(ofMinutes, { ...known, minutes: rowsOfColumns(all) }, clock());
  expect(published.differences.filter(({ between }) => between === 'market')).toEqual([]);
  expect(published.notCompared).not.toContain('market');
});

test('recorded days that were altered, or are missing, are found by their hash in the recording', () => {
  const places = (rows: ReadonlyMap<number, CandleRow[]>) =>
    verifyProof(proof, { ...known, recorded: rows }, clock()).differences.filter(
      ({ between }) => between === 'recording',
    );
  const origin = replay.order[5] ?? -1;
  const altered = morning.map(
    (row, place): CandleRow => (place === 300 ? ([...row.slice(0, 5), 9] as CandleRow) : row),
  );
  expect(places(new Map([...recorded, [5, altered]]))).toEqual([
    expect.objectContaining({ field: 'reveal.days', place: origin + 1 }),
  ]);
  expect(places(new Map([[4, evening]])).map(({ field }) => field)).toContain('reveal.days');
});

test('a product clock that was set since the placing is named, and takes nothing from the proof', () => {
  const reading = { product: playedUntil, speed: 1, wall: 1_000 };
  const moved = { ...reading, product: playedUntil + 7_200_000 };
  const { matches, clockMovedMs } = verifyProof(proof, { ...known, clocks: { kept: reading, now: moved } }, clock());
  expect([matches, clockMovedMs]).toEqual([true, 7_200_000]);
});

test('days that are hidden longer than they play are a difference, until then they are named as not compared', () => {
  const until = replay.startsAt + 6 * 86_400_000;
  const hidden = { ...proof, reveal: { state: 'hidden', until } as const };
  const early: KnownOfPlan = { ...known, recorded: null, playedUntil: until - 1 };
  const { matches, notCompared, isRecorded } = verifyProof(hidden, early, clock());
  expect([matches, notCompared, isRecorded]).toEqual([true, ['recordingHidden'], false]);
  expect(fieldsOf(hidden, detail, { ...early, playedUntil: until })).toEqual(['reveal.until']);
  expect(fieldsOf(hidden, { ...detail, settledAt: until + 1 }, early)).toEqual(['reveal.until']);
  expect(fieldsOf({ ...hidden, reveal: { state: 'hidden', until: until + 1 } }, detail, early)).toEqual([
    'reveal.until',
  ]);
  expect(fieldsOf({ ...proof, reveal: null })).toEqual(['reveal.state']);
  const missing = verifyProof(proof, { ...known, recorded: null }, clock());
  expect([missing.matches, missing.notCompared]).toEqual([true, ['recordingMissing']]);
});

test('a server that plays the plan’s replay cannot leave its days unrevealed by saying that it plays another', () => {
  const elsewhere = { ...proof, reveal: { state: 'elsewhere' } as const };
  const { commitment, startsAt } = identity;
  const said = (status: KnownOfPlan['identity']) =>
    verifyProof(elsewhere, { ...known, recorded: null, identity: status }, clock());
  expect(said(identity).differences).toEqual([
    { between: 'status', field: 'reveal.state', claimed: commitment, found: 'elsewhere' },
  ]);
  expect(verdictOf(said(identity))).toBe('mismatch');
  const others = [
    { ...identity, commitment: 'e'.repeat(64) },
    { ...identity, recording: 'e'.repeat(64) },
    { ...identity, startsAt: startsAt + 86_400_000 },
    null,
  ];
  for (const other of others) {
    expect(said(other)).toMatchObject({ matches: true, notCompared: ['recordingElsewhere'] });
    expect(verdictOf(said(other))).toBe('partly');
  }
});

test('a plan is called verified only where everything that can be compared by then was', () => {
  const verdict = (others: Partial<KnownOfPlan>, one = proof) =>
    verdictOf(verifyProof(one, { ...known, ...others }, clock()));
  expect(verdict({})).toBe('verified');
  const until = replay.startsAt + 6 * 86_400_000;
  const hidden = { ...proof, reveal: { state: 'hidden', until } as const };
  expect(verdict({ recorded: null, playedUntil: until - 1 }, hidden)).toBe('verified');
  expect(verdict({ recorded: null })).toBe('partly');
  const isRecorded = (one: KnownOfPlan) => verifyProof(proof, one, clock()).isRecorded;
  expect([isRecorded(known), isRecorded({ ...known, recorded: null })]).toEqual([true, false]);
  expect(verdict({ minutes: null })).toBe('partly');
  expect(verdict({ kept: null })).toBe('partly');
  expect(verdict({}, { ...proof, coin: 'BTC' })).toBe('mismatch');
});

test('what this phone sent is compared also where it never had the receipt', () => {
  const sent: KeptPlan = { plan: kept.plan, coin: kept.coin, amount: kept.amount, terms: kept.terms, level: 1 };
  const compared = (change: Partial<KeptPlan>) =>
    verifyProof(proof, { ...known, kept: { ...sent, ...change } }, clock());
  expect(compared({})).toMatchObject({ matches: true, notCompared: ['keptReceipt'] });
  expect(verdictOf(compared({}))).toBe('partly');
  const fields = (change: Partial<KeptPlan>) =>
    compared(change).differences.map(({ between, field }) => [between, field]);
  expect(fields({ amount: usdt(1n) })).toEqual([['kept', 'amount']]);
  expect(fields({ coin: 'BTC' })).toEqual([['kept', 'coin']]);
  expect(fields({ terms: { ...terms, maximumLoss: 0.4 } })).toEqual([['kept', 'terms.maximumLoss']]);
  expect(fields({ level: 2 })).toEqual([['kept', 'level']]);
});
