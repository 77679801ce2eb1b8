import { reversion1 } from '#core/plans/strategies/reversion-1.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { someTerms, walk } from '#core/plans/walk.fixture.ts';
import { candlesOf, caseOf, leastWhere, type PlanCase, sumOf, unbounded } from './plan-cases.ts';

const { candles: count, leastDistance } = reversion1.parameters;

/** One round whose bounds it does not meet. */
const terms: PlanTerms = { ...someTerms, ...unbounded, strategy: 'reversion-1', rounds: 1, leverage: 7 };

/**
 * Plans on reversion-1 whose last close stands at the least distance from the mean to the last bit, where the strategy is flat, and one double
 * beyond it, where it trades; above the mean and below. By its deviation alone it would trade in all of them.
 */
export function distanceCases(): PlanCase[] {
  const [above, below] = [edge(1), edge(-1)];
  return [
    caseOf('DISTANCE-MET-ABOVE', terms, candlesOf(above.met), 0),
    caseOf('DISTANCE-PASSED-ABOVE', terms, candlesOf(above.passed), -1),
    caseOf('DISTANCE-MET-BELOW', terms, candlesOf(below.met), 0),
    caseOf('DISTANCE-PASSED-BELOW', terms, candlesOf(below.passed), 1),
  ];
}

interface Edge {
  readonly met: readonly number[];
  readonly passed: readonly number[];
}

/** Closes whose last one stands exactly at the distance, and the same with the next double beyond; `side` is 1 above the mean. */
function edge(side: 1 | -1): Edge {
  for (let seed = 1; seed < 20_000; seed++) {
    const before = [...walk({ seed, candles: count - 1, swing: 0.0002, startPrice: 100 }).close];
    const beyond = (last: number): number => beyondDistance([...before, last], side);
    const isPassed = (last: number): boolean => beyond(last) > 0;
    const passed = side > 0 ? leastWhere(isPassed) : doubleBefore(leastWhere((last) => !isPassed(last)));
    const met = side > 0 ? doubleBefore(passed) : leastWhere((last) => !isPassed(last));
    if (beyond(met) === 0) return { met: [...before, met], passed: [...before, passed] };
  }
  throw new Error('no closes stand exactly at the distance');
}

/** By how much the last close is further from the mean than the least distance, on that side. */
function beyondDistance(closes: readonly number[], side: 1 | -1): number {
  const mean = sumOf(closes) / count;
  return side * ((closes.at(-1) ?? 0) - mean) - mean * leastDistance;
}

function doubleBefore(value: number): number {
  const bits = new BigUint64Array(new Float64Array([value]).buffer);
  bits[0] = (bits[0] ?? 0n) - 1n;
  return new Float64Array(bits.buffer)[0] ?? 0;
}
