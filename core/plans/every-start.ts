import type { CandleColumns } from '#core/market/candle.ts';
import { positionFee, roundGain } from './engine.ts';
import { strategies } from './strategies/strategies.ts';
import { directionsOf } from './strategies/strategy.ts';
import type { Direction, PlanTerms } from './terms.ts';

/**
 * What every candle of a history does to a plan, ready to be added up: a plan over these rows is additions and comparisons
 * alone, the same ones `runPlan` makes.
 */
export interface RoundTable {
  /** First row that has its strategy's whole lookback before it. */
  readonly firstStart: number;
  /**
   * Four numbers a row, side by side because they are read together, ratios of the amount. For a plan that already runs when
   * the row's candle opens: its result where the price stands worst and best inside the candle, and at the close, all after
   * the row's fee. For a plan that starts at the row: the fee it pays on top, because it has to open what the other holds.
   */
  readonly moves: Float64Array;
}

/** How the plans ended that start at each row from `firstStart` on, while the history has all their rounds. */
export interface EveryStart {
  readonly results: Float64Array;
  /** Candles that each ran through. */
  readonly roundsRun: Uint16Array;
}

/**
 * Runs the plan from every start in the history whose rounds the history holds, equal to `runPlan` from each of them, bit for
 * bit. `directions` are those of the terms' strategy over these candles; pass them where several terms share them.
 */
export function runEveryStart(
  terms: PlanTerms,
  candles: CandleColumns,
  directions: Int8Array = directionsOf(strategies[terms.strategy], candles),
): EveryStart {
  return runTable(terms, roundTable(terms, candles, directions));
}

/** Runs the plan over the table from every start. This loop is what the engine's speed is measured on. */
export function runTable({ rounds, maximumLoss, maximumProfit }: PlanTerms, table: RoundTable): EveryStart {
  const { firstStart, moves } = table;
  const floor = -maximumLoss;
  const starts = moves.length / 4 - rounds - firstStart + 1;
  const results = new Float64Array(Math.max(starts, 0));
  const roundsRun = new Uint16Array(results.length);
  for (let start = 0; start < results.length; start++) {
    const first = (firstStart + start) * 4;
    const end = first + rounds * 4;
    let at = first;
    let running = 0 - (moves[at + 3] as number);
    for (; at < end; at += 4) {
      if (running + (moves[at] as number) <= floor) {
        running = floor;
        at += 4;
        break;
      }
      if (running + (moves[at + 1] as number) >= maximumProfit) {
        running = maximumProfit;
        at += 4;
        break;
      }
      running += moves[at + 2] as number;
    }
    results[start] = running;
    roundsRun[start] = (at - first) >> 2;
  }
  return { results, roundsRun };
}

/** The round table of the terms over these candles and directions. */
export function roundTable(terms: PlanTerms, candles: CandleColumns, directions: Int8Array): RoundTable {
  const { open, high, low, close } = candles;
  const { leverage } = terms;
  const fee = positionFee(terms);
  const moves = new Float64Array(open.length * 4);
  let position: Direction = 0;
  for (let row = 0; row < open.length; row++) {
    const direction = directions[row] as Direction;
    if (direction !== 0) {
      const at = row * 4;
      const base = open[row] as number;
      const held = direction === position;
      const paid = held ? 0 : fee;
      const atHigh = roundGain(leverage, direction, base, high[row] as number) - paid;
      const atLow = roundGain(leverage, direction, base, low[row] as number) - paid;
      moves[at] = direction > 0 ? atLow : atHigh;
      moves[at + 1] = direction > 0 ? atHigh : atLow;
      moves[at + 2] = roundGain(leverage, direction, base, close[row] as number) - paid;
      moves[at + 3] = held ? fee : 0;
    }
    position = direction;
  }
  return { firstStart: strategies[terms.strategy].lookback, moves };
}

/** Positions opened by all those plans together, each of which paid one `positionFee`. */
export function positionsOpened(terms: PlanTerms, directions: Int8Array, { roundsRun }: EveryStart): number {
  const { lookback } = strategies[terms.strategy];
  const openedBefore = new Uint32Array(directions.length + 1);
  for (let row = 0; row < directions.length; row++) {
    const opens = directions[row] !== 0 && directions[row] !== directions[row - 1];
    openedBefore[row + 1] = (openedBefore[row] as number) + (opens ? 1 : 0);
  }
  let opened = 0;
  for (let start = 0; start < roundsRun.length; start++) {
    const first = lookback + start;
    const afterFirst = openedBefore[first + (roundsRun[start] as number)] as number;
    opened += (directions[first] === 0 ? 0 : 1) + afterFirst - (openedBefore[first + 1] as number);
  }
  return opened;
}
