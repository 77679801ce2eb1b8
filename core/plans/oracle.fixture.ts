import type { CandleColumns } from '#core/market/candle.ts';
import type { Strategy } from './strategies/strategy.ts';
import type { PlanEnd, PlanTerms } from './terms.ts';

export interface OracleOutcome {
  readonly result: number;
  readonly end: PlanEnd;
  readonly shortfall: number;
  readonly rounds: number;
  readonly fees: number;
}

/**
 * A plan computed as a trader's book, independently of the engine: an account of 1, from which every change of position pays
 * its own fee when it happens, and which is always valued at what would be left after closing.
 */
export function oracle(terms: PlanTerms, candles: CandleColumns, strategy: Strategy): OracleOutcome {
  const feeOfOneNotional = terms.leverage * terms.feeRate;
  let account = 1;
  let position = 0;
  let fees = 0;
  for (let round = 0; round < terms.rounds; round++) {
    const row = strategy.lookback + round;
    const [open, high, low, close] = [
      candles.open[row],
      candles.high[row],
      candles.low[row],
      candles.close[row],
    ] as number[];
    if (open === undefined || high === undefined || low === undefined || close === undefined)
      throw new Error('too few candles');
    const wanted: number = strategy.directionAt(candles, row);
    const notionalsTraded = Math.abs(wanted - position);
    account -= notionalsTraded * feeOfOneNotional;
    fees += notionalsTraded * feeOfOneNotional;
    position = wanted;
    const closing = Math.abs(position) * feeOfOneNotional;
    const worth = (price: number) => account + (terms.leverage * position * (price - open)) / open - closing - 1;
    const reached = [worth(open), worth(high), worth(low)];
    const [least, most] = [Math.min(...reached), Math.max(...reached)];
    if (least <= -terms.maximumLoss) {
      const shortfall = Math.max(0, -terms.maximumLoss - worth(open));
      return { result: -terms.maximumLoss, end: 'maximumLoss', shortfall, rounds: round + 1, fees: fees + closing };
    }
    if (most >= terms.maximumProfit) {
      return {
        result: terms.maximumProfit,
        end: 'maximumProfit',
        shortfall: 0,
        rounds: round + 1,
        fees: fees + closing,
      };
    }
    account = worth(close) + closing + 1;
  }
  const closing = Math.abs(position) * feeOfOneNotional;
  return { result: account - closing - 1, end: 'completed', shortfall: 0, rounds: terms.rounds, fees: fees + closing };
}
