import { join } from 'node:path';
import { aggregate } from '#core/market/aggregate.ts';
import { type CandleColumns, type Interval, intervalMs } from '#core/market/candle.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { loadRecordings } from '#server/market/replay/recordings.ts';

const folder = join(import.meta.dirname, '..', 'data', 'candles');

/** All closed candles of one coin in the recording that ships, of the interval asked for. */
export async function recordedCandles(coin: CoinSymbol, interval: Interval): Promise<CandleColumns> {
  const { coins } = await loadRecordings(folder);
  const minutes = coins.get(coin)?.candles;
  const from = minutes?.openTime[0];
  const last = minutes?.openTime.at(-1);
  if (!minutes || from === undefined || last === undefined) throw new Error(`the recording has no ${coin}`);
  return aggregate(minutes, interval, { from, through: last + intervalMs['1m'] });
}
