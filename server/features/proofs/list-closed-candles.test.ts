import { expect, test } from 'vitest';
import { columnsOf } from '#core/market/candle.ts';
import { listClosedCandles } from './list-closed-candles.ts';

const from = Date.UTC(2026, 0, 1, 12);
const candleAt = (openTime: number) => ({ openTime, open: 100, high: 102, low: 99, close: 101, volume: 5 });

/** Coins with the minutes that have closed; asked for one that is missing, a market answers with the next. */
const marketWith = (closed: Readonly<Record<string, readonly number[]>>) => ({
  coins: Object.keys(closed).map((symbol) => ({ symbol })),
  closedBetween: async (coin: string, _interval: string, fromMs: number, count: number) =>
    columnsOf(
      (closed[coin] ?? [])
        .filter((openTime) => openTime >= fromMs)
        .slice(0, count)
        .map(candleAt),
    ),
});

test('a coin whose candle of that moment is missing or has not closed has none, however near the next one is', async () => {
  const market = marketWith({ BTC: [from, from + 60_000], ETH: [from - 60_000, from + 60_000], XRP: [from - 60_000] });
  expect(await listClosedCandles(market as never, { from: String(from) })).toEqual([
    { coin: 'BTC', candle: candleAt(from) },
  ]);
});
