import type { PlanDetail, PlanProof } from '#contract/plan-record.ts';
import { aggregate } from '#core/market/aggregate.ts';
import { type CandleColumns, candleAt, intervalMs } from '#core/market/candle.ts';
import { toDecimal, usdt } from '#core/money/amount.ts';
import { type Difference, verifyPlan } from '#core/plans/verify.ts';
import { type ProofField, type ProofValue, valuesOf } from './proof-fields.ts';

/** What a plan was bound to when it was placed, as this phone kept it then. */
export type KeptPlan = Pick<PlanProof, 'plan' | 'coin' | 'amount' | 'terms' | 'startsAt' | 'market' | 'marketHash'>;

type CandleRows = PlanProof['candles'];

/**
 * A mismatch: of the proof's claim with this phone's result (`engine`), or of the proof with what the phone kept at placing
 * (`kept`), with the page (`page`), or with the market's published minutes (`market`).
 */
export interface PlanProofDifference {
  readonly between: 'engine' | 'kept' | 'page' | 'market';
  readonly field: ProofField;
  /** Place in a list, from 1. */
  readonly place?: number;
  /** The claimed value: of the proof, or of what it is compared with. */
  readonly claimed: string;
  /** The value it is compared with: this phone's result, or the proof's. */
  readonly found: string;
}

export interface Verification {
  readonly matches: boolean;
  readonly engine: number;
  readonly candles: number;
  readonly hash: string;
  readonly milliseconds: number;
  readonly differences: readonly PlanProofDifference[];
  /** What the proof could not be compared with. */
  readonly notCompared: readonly ('kept' | 'market')[];
}

/** What a proof is compared with; null where this phone does not have it. */
export interface KnownOfPlan {
  readonly shown: PlanDetail;
  readonly kept: KeptPlan | null;
  /** Closed 1-minute candles of the market, from the proof's first candle on. */
  readonly minutes: CandleRows | null;
}

/**
 * Settles the plan again from its proof with the engine that settled it, and compares every digit. Then every value of the
 * proof is compared with what is known of the plan from elsewhere, so that neither a proof of another plan nor any part of one
 * passes. `now` reads a clock in milliseconds.
 */
export function verifyProof(proof: PlanProof, known: KnownOfPlan, now: () => number): Verification {
  const startedAt = now();
  const { shown, kept, minutes } = known;
  const differences: PlanProofDifference[] = [];
  const report = (found: readonly PlanProofDifference[]) => {
    const isNew = ({ field, place }: PlanProofDifference) =>
      !differences.some((one) => one.field === field && one.place === place);
    differences.push(...found.filter(isNew));
  };
  report(verifyPlan({ ...proof, candles: columnsOfRows(proof.candles) }).differences.map(worded));
  if (kept) report(differencesTo('kept', kept, proof));
  report(differencesTo('page', onPage(shown), proof));
  if (minutes) report(differencesTo('market', { candles: published(proof, minutes) }, proof));
  return {
    matches: differences.length === 0,
    engine: proof.terms.engine,
    candles: proof.candles.length,
    hash: proof.candlesHash,
    milliseconds: now() - startedAt,
    differences,
    notCompared: [...(kept ? [] : ['kept' as const]), ...(minutes ? [] : ['market' as const])],
  };
}

function columnsOfRows(rows: CandleRows): CandleColumns {
  const column = (index: 0 | 1 | 2 | 3 | 4 | 5) => Float64Array.from(rows, (row) => row[index]);
  return { openTime: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

function rowsOf(candles: CandleColumns): CandleRows {
  return Array.from(candles.openTime, (_, row) => {
    const { openTime, open, high, low, close, volume } = candleAt(candles, row);
    return [openTime, open, high, low, close, volume];
  });
}

/** The path of each value that the core compares. */
const fieldOf: Readonly<Record<Difference['field'], ProofField>> = {
  engine: 'terms.engine',
  terms: 'terms',
  candles: 'candles',
  candlesHash: 'candlesHash',
  income: 'claimed.income',
  end: 'claimed.end',
  shortfall: 'claimed.shortfall',
  rounds: 'rounds',
  result: 'claimed.results',
  lookback: 'lookback',
  startsAt: 'startsAt',
  marketHash: 'marketHash',
  marketCoin: 'market.coin',
  marketInterval: 'market.interval',
  marketDay: 'market.market.day',
  lookbackRows: 'market.lookback.rows',
  lookbackThrough: 'market.lookback.through',
  lookbackHash: 'market.lookback.hash',
};

function worded({ field, round, claimed, computed }: Difference): PlanProofDifference {
  const isMoney = field === 'income' || field === 'shortfall';
  return {
    between: 'engine',
    field: fieldOf[field],
    ...(round !== undefined && { place: round + 1 }),
    claimed: isMoney ? decimal(claimed) : claimed,
    found: isMoney ? decimal(computed) : computed,
  };
}

const decimal = (microUnits: string): string => toDecimal('USDT', usdt(BigInt(microUnits)));

/** Of what is known every value, and of its lists no value less or more. */
function differencesTo(
  between: PlanProofDifference['between'],
  known: Partial<PlanProof>,
  proof: PlanProof,
): PlanProofDifference[] {
  const expected = valuesOf(known);
  const given = valuesOf(proof);
  const tops = new Set(Object.keys(known));
  const paths = new Set([...expected.keys(), ...[...given.keys()].filter((path) => tops.has(topOf(path)))]);
  return [...paths].flatMap((path) => {
    const [one, other] = [expected.get(path), given.get(path)];
    const { field, place } = (one ?? other) as ProofValue;
    if (one?.text === other?.text) return [];
    return {
      between,
      field,
      ...(place !== undefined && { place: place + 1 }),
      claimed: one?.text ?? '-',
      found: other?.text ?? '-',
    };
  });
}

const topOf = (path: string): string => path.split(/[. ]/)[0] ?? '';

function onPage({ plan, rounds, candles, ...detail }: PlanDetail): Partial<PlanProof> {
  return {
    plan: plan.id,
    coin: plan.coin,
    amount: plan.amount,
    terms: detail.terms,
    startsAt: detail.startsAt,
    market: detail.market,
    marketHash: detail.marketHash,
    candles: candles.map(({ openTime, open, high, low, close, volume }) => [openTime, open, high, low, close, volume]),
    lookback: candles.length - rounds.length,
    claimed: {
      income: plan.income,
      end: detail.end ?? 'completed',
      shortfall: detail.shortfall,
      results: rounds.map(({ result }) => result),
    },
  };
}

/** The candles that the published minutes make, over the span of the proof's. */
function published({ candles, terms }: PlanProof, minutes: CandleRows): CandleRows {
  const last = candles.at(-1);
  const from = candles[0]?.[0] ?? 0;
  const through = last ? last[0] + intervalMs[terms.interval] : from;
  const within = minutes.filter(([openTime]) => openTime >= from && openTime < through);
  if (terms.interval === '1m') return within;
  return rowsOf(aggregate(columnsOfRows(within), terms.interval, { from, through }));
}
