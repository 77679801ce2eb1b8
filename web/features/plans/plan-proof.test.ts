import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type PlanDetail, type PlanProof, planProof } from '#contract/plan-record.ts';
import { columnsOf } from '#core/market/candle.ts';
import { usdt } from '#core/money/amount.ts';
import { boundTo, someReplay } from '#core/plans/bundle.fixture.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { incomeOf, runPlan, shortfallOf } from '#core/plans/engine.ts';
import { bindingHash, type MarketBinding } from '#core/plans/market-binding.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { type KeptPlan, type KnownOfPlan, verifyProof } from './plan-proof.ts';

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
  ...boundTo('ETH', terms, columns),
  terms,
  amount,
  candles: rowsOf(candles),
  candlesHash: candlesHash(columns),
  claimed: {
    income: incomeOf(amount, outcome),
    end: outcome.end,
    shortfall: shortfallOf(amount, outcome),
    results: outcome.rounds.map(({ result }) => result),
  },
};

const { plan, coin, startsAt, market, marketHash } = proof;
const kept: KeptPlan = { plan, coin, amount, terms, startsAt, market, marketHash };

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
  startsAt,
  market,
  marketHash,
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
  candles: candles.map((candle) => ({ ...candle, final: true, seam: false })),
};

/** Minutes that make these candles: each candle's prices and volume in its first minute, and four of nothing at its close. */
const minutes: PlanProof['candles'] = candles
  .flatMap(({ openTime, open, high, low, close, volume }) => [
    [openTime, open, high, low, close, volume] as const,
    ...[1, 2, 3, 4].map((minute) => [openTime + minute * 60_000, close, close, close, close, 0] as const),
  ])
  .map((row) => [...row]);

const known: KnownOfPlan = { shown: detail, kept, minutes };

const clock = () => {
  let time = 0;
  return () => (time += 2);
};

const fieldsOf = (
  tampered: PlanProof,
  shown: PlanDetail = detail,
  { kept, minutes }: Omit<KnownOfPlan, 'shown'> = known,
) => {
  const { matches, differences } = verifyProof(tampered, { shown, kept, minutes }, clock());
  expect(matches).toBe(false);
  return differences.map(({ field }) => field);
};

test('an honest proof matches to the last digit', () => {
  expect(outcome.rounds.some(({ direction }) => direction !== 0)).toBe(true);
  expect(verifyProof(proof, known, clock())).toEqual({
    matches: true,
    engine: 1,
    candles: 60,
    hash: proof.candlesHash,
    milliseconds: 2,
    differences: [],
    notCompared: [],
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
  const moved = bound({ market: { ...someReplay(startsAt), commitment: 'e'.repeat(64) } as MarketBinding['market'] });
  const page = { ...detail, market: moved.market, marketHash: moved.marketHash };
  expect(fieldsOf(moved, page)).toEqual(['market.market.commitment', 'marketHash']);
  const { matches, notCompared } = verifyProof(moved, { shown: page, kept: null, minutes: null }, clock());
  expect([matches, notCompared]).toEqual([true, ['kept', 'market']]);
});

test('candles that were never the market’s are found by its published minutes, and so is a gap that it does not have', () => {
  const forgedRows = candles.map((candle, index) => (index === 55 ? { ...candle, high: candle.high + 1 } : candle));
  const forged = { ...proof, candles: rowsOf(forgedRows), candlesHash: candlesHash(columnsOf(forgedRows)) };
  const page = { ...detail, candles: forgedRows.map((candle) => ({ ...candle, final: true, seam: false })) };
  expect(verifyProof(forged, { ...known, shown: page }, clock()).differences).toEqual([
    expect.objectContaining({ between: 'market', field: 'candles', place: 56 }),
  ]);
  const gap = minutes.filter(([openTime]) => openTime < 57 * 300_000 || openTime >= 58 * 300_000);
  expect(fieldsOf(proof, detail, { kept, minutes: gap })).toEqual(['candles', 'candles', 'candles']);
});

function bound(change: Partial<MarketBinding>): PlanProof {
  const changed = { ...market, ...change };
  return { ...proof, market: changed, marketHash: bindingHash(changed) };
}

/** Another settled plan, of another coin, level, amount, time and kind of market. */
function otherPlan(): PlanProof {
  const others: PlanTerms = {
    engine: 1,
    strategy: 'reversion-1',
    interval: '1h',
    rounds: 24,
    leverage: 7,
    maximumProfit: 0.06,
    maximumLoss: 0.04,
    feeRate: 0.0005,
  };
  const rows = columnsOf(
    candles.map((candle, index) => ({
      ...candle,
      openTime: (index + 7) * 3_600_000,
      close: candle.open + 1,
      volume: 3 + index,
    })),
  );
  const run = runPlan(others, rows);
  const binding = boundTo('BTC', others, rows);
  const elsewhere = {
    ...binding.market,
    market: {
      ...someReplay(9 * 86_400_000),
      label: 'another',
      recording: 'c'.repeat(64),
      commitment: 'd'.repeat(64),
      recordedDays: 31,
      day: 4,
    },
  };
  return {
    plan: '9ZZ9',
    ...binding,
    market: elsewhere as MarketBinding,
    marketHash: bindingHash(elsewhere as MarketBinding),
    terms: others,
    amount: usdt(77n),
    candles: rowsOf(candles).map(
      (row, index) => [(index + 7) * 3_600_000, ...row.slice(1).map((value) => value + 1)] as typeof row,
    ),
    candlesHash: candlesHash(rows),
    claimed: {
      income: usdt(-5n),
      end: 'maximumProfit',
      shortfall: usdt(3n),
      results: run.rounds.map(({ result }) => result + 1),
    },
  };
}

type Path = readonly (string | number)[];

/** Every path of the bundle's schema that holds a value, lists by each of their rows. */
function pathsOf(schema: unknown, value: unknown, path: Path = []): Path[] {
  const { type, shape, options } = (
    schema as { def: { type: string; shape?: Record<string, unknown>; options?: unknown[] } }
  ).def;
  if (type === 'object')
    return Object.entries(shape ?? {}).flatMap(([name, inner]) =>
      pathsOf(inner, (value as Record<string, unknown>)?.[name], [...path, name]),
    );
  if (type === 'union') {
    const source = (value as { source: string }).source;
    const option = (options ?? []).find((one) => z.safeParse(one as never, value).success);
    if (!option) throw new Error(`no schema for ${source}`);
    return pathsOf(option, value, path);
  }
  return Array.isArray(value) ? value.map((_, place) => [...path, place]) : [path];
}

const at = (holder: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], holder);

function exchanged(path: Path, value: unknown): PlanProof {
  const copy = structuredClone(proof) as unknown as Record<string | number, unknown>;
  const holder = at(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  holder[path.at(-1) ?? ''] = value;
  return copy as unknown as PlanProof;
}

test('any value or row of another plan’s bundle is found, and named', () => {
  const other = otherPlan();
  const same: string[] = [];
  const paths = pathsOf(planProof, proof);
  expect(paths.length).toBeGreaterThan(90);
  for (const path of paths) {
    const foreign = at(other, path);
    if (foreign === at(proof, path)) {
      same.push(path.join('.'));
      continue;
    }
    const [last] = path.slice(-1);
    const field = path.filter((key) => typeof key === 'string').join('.');
    const { matches, differences } = verifyProof(exchanged(path, foreign), known, clock());
    expect(matches, path.join('.')).toBe(false);
    const named = differences.find(
      (one) => one.field === field && (typeof last === 'string' || one.place === Number(last) + 1),
    );
    expect(named, path.join('.')).toBeDefined();
  }
  // The only values that both plans share: there is one engine, and both are replays.
  expect(same).toEqual(['terms.engine', 'market.market.source']);
  const live = { source: 'exchange', label: 'Binance', exchange: 'binance', instrument: 'ETH/USDT' } as const;
  expect(fieldsOf(bound({ market: live }))).toEqual(
    expect.arrayContaining(['market.market.source', 'market.market.exchange']),
  );
});

test('each row, too few of them or too many, and a list of another plan as a whole', () => {
  const other = otherPlan();
  expect(fieldsOf({ ...proof, candles: proof.candles.slice(0, -1) })).toContain('candles');
  expect(fieldsOf({ ...proof, candles: [...proof.candles, other.candles[0] as never] })).toContain('candles');
  expect(fieldsOf({ ...proof, claimed: { ...proof.claimed, results: proof.claimed.results.slice(1) } })).toContain(
    'rounds',
  );
  expect(fieldsOf({ ...proof, market: other.market, marketHash: other.marketHash })).toContain('marketHash');
  expect(fieldsOf(other)).toContain('plan');
});
