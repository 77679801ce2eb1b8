import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type PlanProof, planProof } from '#contract/plans-proof.ts';
import { columnsOf } from '#core/market/candle.ts';
import { usdt } from '#core/money/amount.ts';
import { boundTo, someReplay } from '#core/plans/bundle.fixture.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { runPlan } from '#core/plans/engine.ts';
import { bindingHash, type MarketBinding } from '#core/plans/market-binding.ts';
import { replayWorld } from '#core/plans/replay-world.fixture.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { bound, candles, clock, fieldsOf, from, known, proof, rowsOf } from './plan-proof.fixture.ts';
import { verifyProof } from './plan-proof.ts';

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
  const another = replayWorld({ seed: 3 });
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
    reveal: another.revealOf(another.candles('5m', from - 86_400_000, 60)),
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
  const { type, shape, options, innerType } = (
    schema as { def: { type: string; shape?: Record<string, unknown>; options?: unknown[]; innerType?: unknown } }
  ).def;
  if (type === 'object')
    return Object.entries(shape ?? {}).flatMap(([name, inner]) =>
      pathsOf(inner, (value as Record<string, unknown>)?.[name], [...path, name]),
    );
  if (type === 'union') {
    const option = (options ?? []).find((one) => z.safeParse(one as never, value).success);
    if (!option) throw new Error(`no schema for ${path.join('.')}`);
    return pathsOf(option, value, path);
  }
  if (type === 'nullable' && value !== null) return pathsOf(innerType, value, path);
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

/** Their rows stand under one hash, which does not say which of them is wrong. */
const hashedLists = ['reveal.coins', 'reveal.days'];

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
    const named = differences.find((one) => {
      const hasPlace = typeof last !== 'string' && !hashedLists.includes(field);
      return one.field === field && (!hasPlace || one.place === Number(last) + 1);
    });
    expect(named, path.join('.')).toBeDefined();
  }
  // The only values that both plans share: there is one engine, both are replays, and the days of both are revealed.
  expect(same).toEqual(['terms.engine', 'market.market.source', 'reveal.state']);
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
