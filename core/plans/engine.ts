import { type CandleColumns, candleAt, sliceColumns } from '#core/market/candle.ts';
import { scaleTowardZero, type Usdt } from '#core/money/amount.ts';
import { strategies } from './strategies/strategies.ts';
import type { Strategy } from './strategies/strategy.ts';
import type { Direction, PlanOutcome, PlanProgress, PlanTerms, RoundOutcome } from './terms.ts';

/**
 * Runs a plan, engine version 1, over its own candles: first the `lookback` closed candles of its strategy, then one candle a
 * round. Rows after the last round are not looked at. With fewer rows than rounds it returns how far the plan has come
 * (`end: null`), unless a bound already ended it. Throws a RangeError when the lookback itself is not complete.
 *
 * - A round earns leverage x direction x (close / open - 1) of the amount. Rounds are the candles that exist: where the
 *   recording has a gap the plan waits for the next candle, and a price move between one candle's close and the next one's
 *   open belongs to no round.
 * - Opening a position takes its fee at once, for the opening and the closing: 2 x leverage x feeRate. So every change of
 *   position is charged once, and the running result is always what the plan would pay if it ended there.
 * - The plan ends inside a candle whose low or high takes the running result to a bound, with exactly that bound. When one
 *   candle reaches both, the loss is taken.
 * - When the fee of a new position takes the running result beyond the maximum loss at the very open of a candle, the member
 *   still loses exactly the maximum and the rest is the `shortfall`, which the house bears.
 */
export function runPlan(
  terms: PlanTerms,
  candles: CandleColumns,
  strategy: Strategy = strategies[terms.strategy],
): PlanOutcome | PlanProgress {
  const { lookback } = strategy;
  const closed = candles.openTime.length - lookback;
  if (closed < 0)
    throw new RangeError(`${strategy.id} looks at ${lookback} candles, ${candles.openTime.length} were given`);
  const rounds: RoundOutcome[] = [];
  let position: Direction = 0;
  let running = 0;
  for (let row = lookback; row < lookback + closed && rounds.length < terms.rounds; row++) {
    const candle = candleAt(candles, row);
    const direction = strategy.directionAt(candles, row);
    const fee = direction !== 0 && direction !== position ? positionFee(terms) : 0;
    const gain = (price: number) => roundGain(terms.leverage, direction, candle.open, price) - fee;
    const worst = running + gain(direction > 0 ? candle.low : candle.high);
    const best = running + gain(direction > 0 ? candle.high : candle.low);
    const end = worst <= -terms.maximumLoss ? 'maximumLoss' : best >= terms.maximumProfit ? 'maximumProfit' : null;
    if (end) {
      const bound = end === 'maximumLoss' ? -terms.maximumLoss : terms.maximumProfit;
      rounds.push({ candle, direction, fee, result: bound - running, running: bound });
      const atOpen = running - fee;
      return { rounds, end, result: bound, shortfall: atOpen < bound && end === 'maximumLoss' ? bound - atOpen : 0 };
    }
    const result = gain(candle.close);
    running += result;
    rounds.push({ candle, direction, fee, result, running });
    position = direction;
  }
  return { rounds, end: rounds.length === terms.rounds ? 'completed' : null, result: running, shortfall: 0 };
}

/** A round's result at `price`, as a ratio of the amount, before its fee. */
export function roundGain(leverage: number, direction: Direction, open: number, price: number): number {
  if (direction === 0) return 0;
  return direction > 0 ? leverage * (price / open - 1) : leverage * (1 - price / open);
}

/** Fee of opening a position and closing it again, as a ratio of the amount: two changes of position by one notional each. */
export function positionFee(terms: Pick<PlanTerms, 'leverage' | 'feeRate'>): number {
  return 2 * terms.leverage * terms.feeRate;
}

/** Income of a plan of `amount`: the result in micro-USDT, rounded once, toward zero. */
export function incomeOf(amount: Usdt, outcome: Pick<PlanOutcome, 'result'>): Usdt {
  return scaleTowardZero(amount, outcome.result);
}

/** The most that a plan of `amount` can lose, 0 or more, in micro-USDT, by the same rounding: no income is below minus this. */
export function maximumLossOf(amount: Usdt, terms: Pick<PlanTerms, 'maximumLoss'>): Usdt {
  return scaleTowardZero(amount, terms.maximumLoss);
}

/** What the house bears of a plan of `amount`, in micro-USDT, rounded once, toward zero. */
export function shortfallOf(amount: Usdt, outcome: Pick<PlanOutcome, 'shortfall'>): Usdt {
  return scaleTowardZero(amount, outcome.shortfall);
}

/**
 * The candles a plan reads whose first round is candle `first` of a history: its lookback, then as many rounds as there are.
 * `first` may equal the number of candles: the first round is then the next candle. Throws a RangeError where the history is
 * too short before it.
 */
export function planCandles(terms: PlanTerms, history: CandleColumns, first: number): CandleColumns {
  const { lookback } = strategies[terms.strategy];
  if (first < lookback || first > history.openTime.length) {
    throw new RangeError(`no ${lookback} candles before ${first} of ${history.openTime.length}`);
  }
  return sliceColumns(history, first - lookback, first + terms.rounds);
}

/** Of the candles given to `runPlan`, those that decided the outcome: the lookback and one a round. These are hashed. */
export function candlesUsed(
  terms: PlanTerms,
  candles: CandleColumns,
  outcome: Pick<PlanOutcome, 'rounds'>,
): CandleColumns {
  return sliceColumns(candles, 0, strategies[terms.strategy].lookback + outcome.rounds.length);
}
