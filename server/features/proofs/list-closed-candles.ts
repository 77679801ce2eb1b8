import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { listClosedCandles as operation } from '#contract/proofs.ts';
import { candleAt } from '#core/market/candle.ts';
import type { Market } from '#server/market/market.ts';

/** The candle of each coin that opens at that moment, once it has closed: what a round’s beacon is held against. */
export async function listClosedCandles(
  market: Pick<Market, 'closedBetween' | 'coins'>,
  { from }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const openTime = Number(from);
  const found = await Promise.all(
    market.coins.map(async ({ symbol }) => {
      // A market keeps its shortest candles, of one minute or five, as this interval.
      const columns = await market.closedBetween(symbol, '1m', openTime, 1);
      return columns.openTime[0] === openTime ? [{ coin: symbol, candle: candleAt(columns, 0) }] : [];
    }),
  );
  return found.flat();
}
