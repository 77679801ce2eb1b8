import { test as base, expect } from 'vitest';
import { type Candle, type CandleColumns, candleAt } from '#core/market/candle.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { type Log, silentLog } from '#server/platform/log.ts';
import { HandClock, minuteMs } from '../market.fixture.ts';
import { createMarket } from '../market.ts';
import { openExchangeClient } from './client.ts';
import { startExchangeServer } from './exchange-server.fixture.ts';
import { ExchangeSource } from './exchange-source.ts';

export const midnight = Date.UTC(2026, 0, 15);
export const now = midnight + 2 * 3_600_000 + 25_000;
export const rowsOf = (columns: CandleColumns): Candle[] =>
  Array.from(columns.openTime, (_, row) => candleAt(columns, row));

/** Minutes from midnight to the one being formed at `time`. */
export function candlesUpTo(time: number, price: number, step: number, from = midnight): Candle[] {
  const candles: Candle[] = [];
  for (let openTime = from; openTime <= time; openTime += minuteMs) candles.push(candleOf(openTime, price, step));
  return candles;
}

export function candleOf(openTime: number, price: number, step: number): Candle {
  const open = price + ((openTime - midnight) / minuteMs) * step;
  return { openTime, open, high: open + step * 2, low: open - step, close: open + step, volume: 1234.5 };
}

type ExchangeWorld = Awaited<ReturnType<typeof openExchangeWorld>>;

/** An exchange with two hours of two coins, and a database for the markets that follow it. */
async function openExchangeWorld() {
  const [database, server] = await Promise.all([createTestDatabase(), startExchangeServer()]);
  const clock = new HandClock(now);
  const markets: ReturnType<typeof createMarket>[] = [];
  server.candles.set('ETH', candlesUpTo(now, 2500, 1.25));
  server.candles.set('XLM', candlesUpTo(now, 0.00001, 0));
  return {
    ...{ database, server, clock },
    async startMarket(
      id = 'binanceusdm',
      historyMs = 2 * 3_600_000,
      log: Log = silentLog,
      { url }: { readonly url: string } = server,
      pollMs = 20,
    ) {
      const client = await openExchangeClient(id, { url, timeoutMs: 20_000 });
      const dependencies = { id, client, pool: database.pool, clock, log, historyMs, pollMs, followMs: 10 };
      const market = createMarket(new ExchangeSource(dependencies), clock, silentLog);
      markets.push(market);
      await market.start();
      return market;
    },
    async close(): Promise<void> {
      await Promise.all(markets.map((market) => market.stop()));
      await Promise.all([server.close(), database.drop()]);
    },
  };
}

/** A test with an exchange and a database of its own, closed after it. */
export const test = base.extend<Omit<ExchangeWorld, 'close'> & { readonly world: ExchangeWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
  world: async ({}, use) => {
    const world = await openExchangeWorld();
    await use(world);
    await world.close();
  },
  database: ({ world }, use) => use(world.database),
  server: ({ world }, use) => use(world.server),
  clock: ({ world }, use) => use(world.clock),
  startMarket: ({ world }, use) => use(world.startMarket),
});

/** End of the last closed minute. */
export const closedThrough = (market: { closed(coin: string, interval: '1m'): CandleColumns }): number =>
  (market.closed('ETH', '1m').openTime.at(-1) ?? 0) + minuteMs;

/** Waits until the exchange's responses have been processed. */
export async function until(condition: () => boolean): Promise<void> {
  for (let waits = 0; waits < 3_000 && !condition(); waits++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(condition()).toBe(true);
}
