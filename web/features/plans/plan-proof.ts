import type { PlanDetail, PlanProof } from '#contract/plan-record.ts';
import type { CandleColumns } from '#core/market/candle.ts';
import { toDecimal, usdt } from '#core/money/amount.ts';
import { type Difference, verifyPlan } from '#core/plans/verify.ts';

/** A mismatch between the proof's claim and this phone's result (`engine`), or between the page and the proof (`page`). */
export interface PlanProofDifference {
  readonly between: 'engine' | 'page';
  readonly field: Difference['field'] | 'amount';
  /** 1-based. */
  readonly round?: number;
  /** The claimed value: of the proof, or of the page. */
  readonly claimed: string;
  /** The value it is compared with: this phone's result, or the proof. */
  readonly found: string;
}

export interface Verification {
  readonly matches: boolean;
  readonly engine: number;
  readonly candles: number;
  readonly hash: string;
  readonly milliseconds: number;
  readonly differences: readonly PlanProofDifference[];
}

/**
 * Settles the plan again from its proof with the engine that settled it, and compares every digit: the hash of the candles, each round, the
 * end, the income. The page is compared with the proof too, so that a proof of another plan does not pass. `now` reads a clock in
 * milliseconds.
 */
export function verifyProof(proof: PlanProof, shown: PlanDetail, now: () => number): Verification {
  const startedAt = now();
  const { differences } = verifyPlan({ ...proof, candles: columnsOfRows(proof.candles) });
  const byEngine = differences.map(worded);
  const isReported = (point: PlanProofDifference) =>
    byEngine.some(({ field, round }) => field === point.field && round === point.round);
  const all = [...byEngine, ...differencesToPage(proof, shown).filter((point) => !isReported(point))];
  return {
    matches: all.length === 0,
    engine: proof.terms.engine,
    candles: proof.candles.length,
    hash: proof.candlesHash,
    milliseconds: now() - startedAt,
    differences: all,
  };
}

function columnsOfRows(rows: PlanProof['candles']): CandleColumns {
  const column = (index: 0 | 1 | 2 | 3 | 4 | 5) => Float64Array.from(rows, (row) => row[index]);
  return { openTime: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

function worded({ field, round, claimed, computed }: Difference): PlanProofDifference {
  const isMoney = field === 'income' || field === 'shortfall';
  return {
    between: 'engine',
    field,
    ...(round !== undefined && { round: round + 1 }),
    claimed: isMoney ? decimal(claimed) : claimed,
    found: isMoney ? decimal(computed) : computed,
  };
}

const decimal = (microUnits: string): string => toDecimal('USDT', usdt(BigInt(microUnits)));

function differencesToPage(proof: PlanProof, shown: PlanDetail): PlanProofDifference[] {
  const { plan, terms } = shown;
  const termsOf = (of: PlanProof['terms']) =>
    [of.engine, of.strategy, of.interval, of.rounds, of.leverage, of.maximumProfit, of.maximumLoss, of.feeRate].join(
      ', ',
    );
  const points: readonly (readonly [PlanProofDifference['field'], string, string, number?])[] = [
    ['terms', `${plan.id}, ${plan.coin}, ${termsOf(terms)}`, `${proof.plan}, ${proof.coin}, ${termsOf(proof.terms)}`],
    ['amount', toDecimal('USDT', plan.amount), toDecimal('USDT', proof.amount)],
    ['income', toDecimal('USDT', plan.income), toDecimal('USDT', proof.claimed.income)],
    ['end', String(shown.end), proof.claimed.end],
    ['rounds', String(shown.rounds.length), String(proof.claimed.results.length)],
    ...shown.rounds.map(
      ({ result }, index) => ['result', String(result), String(proof.claimed.results[index]), index + 1] as const,
    ),
  ];
  return points
    .filter(([, onPage, inProof]) => onPage !== inProof)
    .map(([field, claimed, found, round]) => ({
      between: 'page' as const,
      field,
      claimed,
      found,
      ...(round !== undefined && { round }),
    }));
}
