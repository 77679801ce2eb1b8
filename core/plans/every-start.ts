import type { CandleColumns } from '#core/market/candle.ts';
import { positionFee, roundGain } from './engine.ts';
import { strategies } from './strategies/strategies.ts';
import { directionsOf } from './strategies/strategy.ts';
import type { Direction, PlanTerms } from './terms.ts';

/**
 * What every candle of a history does to a plan that already runs when it opens, as ratios of the amount after the fee:
 * row i is one round. A plan over these rows is additions and comparisons alone, the same ones `runPlan` makes.
 */
export interface RoundTable {
  /** First row that has its strategy's whole lookback before it. */
  readonly firstStart: number;
  readonly result: Float64Array;
  /** The result where the price stands worst and best inside the candle. */
  readonly worst: Float64Array;
  readonly best: Float64Array;
  /** 1 where the running plan holds its position from the row before. A plan that starts at this row has to open it. */
  readonly held: Uint8Array;
  /** Positions opened in the rows before row i by a plan that runs through; one entry more than rows. */
  readonly openedBefore: Uint32Array;
}

/** How the plans ended that start at each row from `firstStart` on, while the history has all their rounds. */
export interface EveryStart {
  readonly results: Float64Array;
  /** Positions opened by all of them, each of which paid one `positionFee`. */
  readonly positionsOpened: number;
  /** Candles they ran through. */
  readonly steps: number;
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

/** The round table of the terms over these candles and directions. */
export function roundTable(terms: PlanTerms, candles: CandleColumns, directions: Int8Array): RoundTable {
  const { open, high, low, close } = candles;
  const { leverage } = terms;
  const count = open.length;
  const fee = positionFee(terms);
  const table = {
    firstStart: strategies[terms.strategy].lookback,
    result: new Float64Array(count),
    worst: new Float64Array(count),
    best: new Float64Array(count),
    held: new Uint8Array(count),
    openedBefore: new Uint32Array(count + 1),
  };
  let position: Direction = 0;
  let opened = 0;
  for (let row = 0; row < count; row++) {
    const direction = directions[row] as Direction;
    if (direction !== 0) {
      const base = open[row] as number;
      const opens = direction !== position;
      const paid = opens ? fee : 0;
      const up = roundGain(leverage, direction, base, high[row] as number) - paid;
      const down = roundGain(leverage, direction, base, low[row] as number) - paid;
      table.result[row] = roundGain(leverage, direction, base, close[row] as number) - paid;
      table.worst[row] = direction > 0 ? down : up;
      table.best[row] = direction > 0 ? up : down;
      if (opens) opened++;
      else table.held[row] = 1;
    }
    table.openedBefore[row + 1] = opened;
    position = direction;
  }
  return table;
}

/** Runs the plan over the table from every start. This loop is what the engine's speed is measured on. */
export function runTable(terms: PlanTerms, table: RoundTable): EveryStart {
  const { firstStart, result, worst, best, held, openedBefore } = table;
  const { rounds, maximumProfit } = terms;
  const floor = -terms.maximumLoss;
  const fee = positionFee(terms);
  const starts = result.length - rounds - firstStart + 1;
  const results = new Float64Array(Math.max(starts, 0));
  let positionsOpened = 0;
  let steps = 0;
  for (let start = 0; start < results.length; start++) {
    let row = firstStart + start;
    const end = row + rounds;
    const opens = held[row] as number;
    positionsOpened += opens - (openedBefore[row] as number);
    steps -= row;
    let running = 0 - opens * fee;
    for (; row < end; row++) {
      if (running + (worst[row] as number) <= floor) {
        running = floor;
        row++;
        break;
      }
      if (running + (best[row] as number) >= maximumProfit) {
        running = maximumProfit;
        row++;
        break;
      }
      running += result[row] as number;
    }
    results[start] = running;
    positionsOpened += openedBefore[row] as number;
    steps += row;
  }
  return { results, positionsOpened, steps };
}
