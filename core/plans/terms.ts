import type { Candle, Interval } from '#core/market/candle.ts';
import type { Usdt } from '#core/money/amount.ts';

/** Published strategies, name and version. An old version is never edited or removed: plans placed on it stay verifiable. */
export type StrategyId = 'trend-1' | 'reversion-1';

/** What a strategy says for one round: 1 long, -1 short, 0 flat. */
export type Direction = -1 | 0 | 1;

/** Everything that, together with the candles, decides how a plan ends. Fixed when the plan is placed. */
export interface PlanTerms {
  /** Version of the engine's own rules (order of checks, fees, rounding). */
  readonly engine: 1;
  readonly strategy: StrategyId;
  /** Each round lasts one candle of this interval. */
  readonly interval: Interval;
  readonly rounds: number;
  /** Whole number, 1 or more. */
  readonly leverage: number;
  /** The plan ends when its running result reaches this ratio of the amount: 0.06 is +6 %. */
  readonly maximumProfit: number;
  /** The plan ends when its running result reaches minus this ratio of the amount: 0.05 is -5 %. */
  readonly maximumLoss: number;
  /** Fee per unit of notional on every change of position: 0.0002 is 0.02 %. */
  readonly feeRate: number;
}

/**
 * Bounds of a plan's terms, both inclusive; a fee rate is below `feeRateBelow`. Verifiers refuse other values: the bounds are
 * on the rule page.
 */
export const termsBounds = {
  rounds: [1, 288],
  leverage: [1, 125],
  maximumProfit: [0.000_001, 1_000_000],
  maximumLoss: [0.000_001, 1],
  feeRateBelow: 1,
} as const;

/** Whether these are terms that a plan can have, whatever sets them. */
export function areSoundTerms(terms: PlanTerms): boolean {
  const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
    value >= least && value <= most;
  const { rounds, leverage, maximumProfit, maximumLoss, feeRate } = terms;
  return (
    [rounds, leverage].every(Number.isSafeInteger) &&
    isWithin(rounds, termsBounds.rounds) &&
    isWithin(leverage, termsBounds.leverage) &&
    isWithin(maximumProfit, termsBounds.maximumProfit) &&
    isWithin(maximumLoss, termsBounds.maximumLoss) &&
    feeRate >= 0 &&
    feeRate < termsBounds.feeRateBelow
  );
}

/** Why a plan ended. */
export type PlanEnd = 'completed' | 'maximumProfit' | 'maximumLoss';

/** How a plan that runs no more ended; `void` where its candles did not come (`core/plans/void.ts`). */
export type SettledEnd = PlanEnd | 'void';

/** One round as the engine ran it. Ratios are of the planned amount. */
export interface RoundOutcome {
  readonly candle: Candle;
  readonly direction: Direction;
  /** Fee of the position opened in this round, its closing included; 0 where none was opened. */
  readonly fee: number;
  /** This round's result after its fee. */
  readonly result: number;
  /** The plan's result up to the end of this round, after the bounds are applied. */
  readonly running: number;
}

/** How a plan ended. Ratios are of the planned amount. */
export interface PlanOutcome {
  readonly rounds: readonly RoundOutcome[];
  readonly end: PlanEnd;
  /** Final result, within -maximumLoss .. maximumProfit. */
  readonly result: number;
  /** What the fee of the last position took beyond the stated maximum loss, borne by the house; 0 or positive. */
  readonly shortfall: number;
}

/** The progress of a plan whose candles have not all closed and which touched no bound. */
export interface PlanProgress extends Omit<PlanOutcome, 'end'> {
  readonly end: null;
}

/** A plan level: who may take it, how much, and the terms it sets. */
export interface PlanLevel {
  readonly id: number;
  /** Weight score from which the level opens, and the highest of its band. */
  readonly weightMin: number;
  readonly weightMax: number;
  /** Bounds of the planned amount. */
  readonly amountMin: Usdt;
  readonly amountMax: Usdt;
  /** Highest leverage that a member whose weight score is in this band has unlocked. */
  readonly leverageMax: number;
  readonly terms: Omit<PlanTerms, 'leverage'>;
}
