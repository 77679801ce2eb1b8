import { type CandleColumns, type Interval, intervalMs } from '#core/market/candle.ts';
import { positionFee } from './engine.ts';
import { type EveryStart, positionsOpened, runEveryStart } from './every-start.ts';
import { strategies } from './strategies/strategies.ts';
import { directionsOf } from './strategies/strategy.ts';
import type { PlanTerms } from './terms.ts';

/** Middle and tails of a sample: 1 in 20 did worse than `p05`, 1 in 20 better than `p95`. */
export interface Spread {
  readonly median: number;
  readonly p05: number;
  readonly p95: number;
}

/** What a plan did over every start in a history. All figures but the counts are ratios of the planned amount. */
export interface OutcomeDistribution extends Spread {
  /** Starts measured: each candle that has the whole lookback before it and all the rounds after. */
  readonly samples: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
  /** Sum of the results in the order of their starts, divided by the number of starts. */
  readonly mean: number;
  /** Shares of the starts whose result is below, exactly at and above zero; a plan that never traded is at zero. */
  readonly shareLost: number;
  readonly shareFlat: number;
  readonly shareEarned: number;
  /** Mean of all fees a plan paid, already part of its result. */
  readonly feeMean: number;
  /** The coin itself, held without leverage or fee from the first round's open to the last one's close. */
  readonly holding: Spread;
  readonly histogram: Histogram;
}

/**
 * Counts of results in `histogramBins` bins of equal width from -maximumLoss (`from`) to maximumProfit (`to`). A bin holds its
 * lower edge and not its upper one; the last holds both, so plans ended by a bound stand in the outermost bins.
 */
interface Histogram {
  readonly from: number;
  readonly to: number;
  readonly counts: readonly number[];
}

/** How many bins of equal width the histogram has. */
export const histogramBins = 24;

/** Fewest starts that a distribution is made of. */
export const samplesMin = 30;

/**
 * The distribution of the plan's outcome over every start in the history, or null with fewer than `samplesMin` starts. It is
 * the engine that settles, run from each start. `directions`: see `runEveryStart`.
 */
export function outcomeDistribution(
  terms: PlanTerms,
  history: CandleColumns,
  directions: Int8Array = directionsOf(strategies[terms.strategy], history),
): OutcomeDistribution | null {
  const samples = startsIn(terms, history);
  if (samples < samplesMin) return null;
  const every = runEveryStart(terms, history, directions);
  const sorted = every.results.toSorted();
  return {
    samples,
    ...spreadOf(sorted),
    lowerQuartile: percentile(sorted, 25),
    upperQuartile: percentile(sorted, 75),
    mean: sum(every.results) / samples,
    ...sharesOf(sorted),
    feeMean: feeMeanOf(terms, directions, every, samples),
    holding: spreadOf(holdingResults(terms, history).sort()),
    histogram: histogramOf(terms, sorted),
  };
}

/**
 * The mean result over every start in the history and the mean of the fees in it, or null with fewer than `samplesMin` starts. `directions`: see
 * `runEveryStart`.
 */
export function meanOutcome(
  terms: PlanTerms,
  history: CandleColumns,
  directions: Int8Array,
): Pick<OutcomeDistribution, 'mean' | 'feeMean'> | null {
  const samples = startsIn(terms, history);
  if (samples < samplesMin) return null;
  const every = runEveryStart(terms, history, directions);
  return { mean: sum(every.results) / samples, feeMean: feeMeanOf(terms, directions, every, samples) };
}

const feeMeanOf = (terms: PlanTerms, directions: Int8Array, every: EveryStart, samples: number): number =>
  (positionsOpened(terms, directions, every) / samples) * positionFee(terms);

/** Whole hours that the `samples` starts span: neighbouring starts share nearly all of their rounds. */
export function separateHours(interval: Interval, samples: number): number {
  return Math.floor((samples * intervalMs[interval]) / intervalMs['1h']);
}

/** How many starts the history holds: candles with the lookback before them and all rounds after. */
export function startsIn(terms: Pick<PlanTerms, 'strategy' | 'rounds'>, history: CandleColumns): number {
  const starts = history.openTime.length - strategies[terms.strategy].lookback - terms.rounds + 1;
  return Math.max(starts, 0);
}

/**
 * Percentile by nearest rank: the smallest value that at least `percent` of 100 of the values do not exceed. It is always one
 * of the values, never a blend of two. `sorted` is ascending and not empty.
 */
export function percentile(sorted: Float64Array, percent: number): number {
  const rank = Math.max(1, Math.ceil((percent * sorted.length) / 100));
  const value = sorted[rank - 1];
  if (value === undefined) throw new RangeError(`no percentile ${percent} of ${sorted.length} values`);
  return value;
}

function spreadOf(sorted: Float64Array): Spread {
  return { median: percentile(sorted, 50), p05: percentile(sorted, 5), p95: percentile(sorted, 95) };
}

function holdingResults(terms: PlanTerms, { open, close }: CandleColumns): Float64Array {
  const { lookback } = strategies[terms.strategy];
  const results = new Float64Array(open.length - lookback - terms.rounds + 1);
  for (let start = 0; start < results.length; start++) {
    const first = lookback + start;
    results[start] = (close[first + terms.rounds - 1] as number) / (open[first] as number) - 1;
  }
  return results;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

function sharesOf(sorted: Float64Array): Pick<OutcomeDistribution, 'shareLost' | 'shareFlat' | 'shareEarned'> {
  const count = sorted.length;
  const lost = countUntil(sorted, (value) => value >= 0);
  const notEarned = countUntil(sorted, (value) => value > 0);
  return { shareLost: lost / count, shareFlat: (notEarned - lost) / count, shareEarned: (count - notEarned) / count };
}

function countUntil(sorted: Float64Array, isBeyond: (value: number) => boolean): number {
  const first = sorted.findIndex(isBeyond);
  return first === -1 ? sorted.length : first;
}

function histogramOf({ maximumLoss, maximumProfit }: PlanTerms, results: Float64Array): Histogram {
  const counts = new Array<number>(histogramBins).fill(0);
  const binsPerRatio = histogramBins / (maximumLoss + maximumProfit);
  for (const result of results) {
    const bin = Math.min(histogramBins - 1, Math.floor((result + maximumLoss) * binsPerRatio));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { from: -maximumLoss, to: maximumProfit, counts };
}
