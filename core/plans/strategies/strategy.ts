import type { CandleColumns } from '#core/market/candle.ts';
import type { Direction, StrategyId } from '../terms.ts';

/**
 * A published rule that says long, short or flat for a round. Pure and without memory: the direction of the round that opens
 * at candle i is a function of the `lookback` candles before i and of nothing else. So a plan can be recomputed from its own
 * few candles, bit for bit as the server computed it from a whole history.
 *
 * Rules use + - x / and comparisons on doubles alone, and sum each window afresh, oldest candle first: a sum carried from
 * window to window would drift in its last bits.
 */
export interface Strategy {
  readonly id: StrategyId;
  /** Closed candles the rule looks at. */
  readonly lookback: number;
  /** The rule's constants, by the names its plain-word text uses. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Direction of the round that opens at candle `index`, from `lookback` (included) to the number of candles (included). */
  directionAt(candles: CandleColumns, index: number): Direction;
}

/**
 * Directions of the rounds that open at candles 0 to n-1, and in place n that of the round whose candle does not exist yet.
 * Flat where fewer than `lookback` candles stand before.
 */
export function directionsOf(strategy: Strategy, candles: CandleColumns): Int8Array {
  const count = candles.openTime.length;
  const directions = new Int8Array(count + 1);
  for (let index = strategy.lookback; index <= count; index++) {
    directions[index] = strategy.directionAt(candles, index);
  }
  return directions;
}
