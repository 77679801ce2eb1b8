import { type CandleColumns, intervalMs } from '#core/market/candle.ts';
import { usdt } from '#core/money/amount.ts';
import { reversion1 } from '#core/plans/strategies/reversion-1.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { trend1 } from '#core/plans/strategies/trend-1.ts';
import type { Direction, PlanTerms } from '#core/plans/terms.ts';
import { someTerms, walk } from '#core/plans/walk.fixture.ts';
import { candlesOf, caseOf, exchange, leastWhere, type PlanCase, searched, sumOf, unbounded } from './plan-cases.ts';

/** One round whose bounds it does not meet. */
const oneRound: PlanTerms = { ...someTerms, ...unbounded, rounds: 1, leverage: 3 };

/** Plans at edges that somebody who reads the rules quickly computes in another way, each in the order of the rule page. */
export function edgeCases(): PlanCase[] {
  const { neutralBand: band } = trend1.parameters;
  const [above, below] = [1 + band, 1 - band];
  return [
    trendCase('TREND-MET-ABOVE', 1_001, 0, (slow, fast) => fast === slow * above),
    trendCase('TREND-PASSED-BY-ROUNDING', 1_001, 1, (slow, fast) => fast > slow * above && fast - slow <= slow * band),
    trendCase('TREND-MET-BELOW', 999, 0, (slow, fast) => fast === slow * below),
    shortByRounding(),
    distanceAsProduct(),
    deviationCase('DEVIATION-MET-ABOVE', 1),
    deviationCase('DEVIATION-MET-BELOW', -1),
    boundByAssignment(),
    incomeOfMillionths(),
    gapBeforeTheStart(),
    { ...caseOf('LABEL-IN-MANY-SCRIPTS', oneRound, lastCandles(), 1), marketAt: () => labelled },
  ];
}

/** A name with letters of several scripts, one of them beyond 16 bits, and with what JSON escapes. */
const labelled = { ...exchange, label: 'Börse "Übung" \\ 交易所 ตลาด 😀' };

/** Twelve closes of the shorter mean behind 36 others that make the longer one: both are whole, and so are all sums. */
function trendCase(
  id: string,
  thousandths: number,
  direction: Direction,
  isWanted: (slow: number, fast: number) => boolean,
): PlanCase {
  const { slowCandles, fastCandles } = trend1.parameters;
  const olderCandles = slowCandles - fastCandles;
  for (let size = 1; size < 10_000; size++) {
    const [slow, fast] = [1_000 * size, thousandths * size];
    if (!isWanted(slow, fast)) continue;
    const older = slowCandles * slow - fastCandles * fast;
    const closes = [
      ...Array.from({ length: olderCandles }, (_, at) => Math.floor((older + at) / olderCandles)),
      ...Array.from({ length: fastCandles }, () => fast),
    ];
    return caseOf(id, oneRound, candlesOf(closes), direction);
  }
  throw new Error(`no means are the example ${id}`);
}

/** A short round, or none, where the difference of the means says otherwise than the product of the longer one. */
function shortByRounding(): PlanCase {
  const { slowCandles, fastCandles, neutralBand } = trend1.parameters;
  const meansOf = (closes: readonly number[]): readonly [slow: number, fast: number] => {
    const [older, recent] = [closes.slice(0, -fastCandles), closes.slice(-fastCandles)].map(sumOf) as [number, number];
    return [(older + recent) / slowCandles, recent / fastCandles];
  };
  for (let seed = 1; seed < 1_000; seed++) {
    const before = [...walk({ seed, candles: slowCandles - 1, swing: 0.002, startPrice: 100 }).close];
    const byRule = (last: number): boolean => {
      const [slow, fast] = meansOf([...before, last]);
      return fast < slow * (1 - neutralBand);
    };
    const byDifference = (last: number): boolean => {
      const [slow, fast] = meansOf([...before, last]);
      return slow - fast > slow * neutralBand;
    };
    const last = Math.min(...[byRule, byDifference].map((isShort) => leastWhere((close) => !isShort(close))));
    if (byRule(last) === byDifference(last)) continue;
    return caseOf('TREND-BELOW-BY-ROUNDING', oneRound, candlesOf([...before, last]), byRule(last) ? -1 : 0);
  }
  throw new Error('no closes are the example TREND-BELOW-BY-ROUNDING');
}

/** Closes whose distance from the mean is beyond the least one as a product of the mean, and not as a ratio of it, or the other way round. */
function distanceAsProduct(): PlanCase {
  const { candles: count, leastDistance } = reversion1.parameters;
  const terms: PlanTerms = { ...oneRound, strategy: 'reversion-1' };
  for (let seed = 1; seed < 20_000; seed++) {
    const before = [...walk({ seed, candles: count - 1, swing: 0.0002, startPrice: 100 }).close];
    const meanOf = (last: number): number => sumOf([...before, last]) / count;
    const byRule = (last: number): boolean => last - meanOf(last) > meanOf(last) * leastDistance;
    const byRatio = (last: number): boolean => (last - meanOf(last)) / meanOf(last) > leastDistance;
    const last = Math.min(leastWhere(byRule), leastWhere(byRatio));
    if (byRule(last) === byRatio(last)) continue;
    return caseOf('DISTANCE-AS-A-PRODUCT', terms, candlesOf([...before, last]), byRule(last) ? -1 : 0);
  }
  throw new Error('no closes are the example DISTANCE-AS-A-PRODUCT');
}

/**
 * The last close stands exactly one and a half deviations from a mean of 100: the others’ distances come to three on the other side and their squares to
 * 135, so that the variance is 4.
 */
function deviationCase(id: string, side: 1 | -1): PlanCase {
  const distances = [3, -3, -3, ...Array.from({ length: 26 }, (_, at) => (at % 2 ? 2 : -2)), 1, 1, -1, -1, 0, 0, 3];
  if (distances.length !== reversion1.parameters.candles) throw new Error('the lookback has another length');
  const closes = distances.map((distance) => 100 + side * distance);
  return caseOf(id, { ...oneRound, strategy: 'reversion-1' }, candlesOf(closes), 0);
}

/** A plan at its maximum loss, which is not what the running result and the last one come to as doubles. */
function boundByAssignment(): PlanCase {
  const terms = { ...oneRound, rounds: 12, maximumLoss: 0.01 };
  return searched('BOUND-BY-ASSIGNMENT', terms, ({ end, rounds }) => {
    const before = rounds.at(-2)?.running ?? 0;
    return end === 'maximumLoss' && before + (-terms.maximumLoss - before) !== -terms.maximumLoss;
  });
}

/** An amount of which the income is another one where it is computed in USDT and not in millionths. */
function incomeOfMillionths(): PlanCase {
  const terms = { ...oneRound, rounds: 12, maximumLoss: 0.03 };
  const found = searched('INCOME-OF-MILLIONTHS', terms, ({ end }) => end === 'maximumLoss');
  const { result } = found.outcome;
  for (let millionths = 10_000_000; millionths < 20_000_000; millionths++) {
    if (Math.trunc(millionths * result) === Math.trunc((millionths / 1e6) * result * 1e6)) continue;
    return { ...found, amount: usdt(BigInt(millionths)) };
  }
  throw new Error('no amount is the example INCOME-OF-MILLIONTHS');
}

/** The candle that was forming when the plan was placed did not come: the newest rows up to `through` are not the oldest of the file. */
function gapBeforeTheStart(): PlanCase {
  const candles = lastCandles();
  const { lookback } = strategies[oneRound.strategy];
  const openTime = candles.openTime.map((time, row) => (row < lookback ? time : time + intervalMs[oneRound.interval]));
  return { ...caseOf('GAP-BEFORE-THE-START', oneRound, { ...candles, openTime }, 1), missing: 1 };
}

/** Candles of which the strategy makes a long round. */
const lastCandles = (): CandleColumns =>
  searched('LONG', oneRound, ({ rounds: [first] }) => first?.direction === 1).candles;
