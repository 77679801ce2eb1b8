import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listedCoins, openExchangeClient } from './client.ts';
import { startExchangeServer } from './exchange-server.fixture.ts';

test('a coin is read from its spot market where there is one, else from the perpetual, and from none that is closed', () => {
  const listed = listedCoins(
    {
      'BTC/USDT:USDT': { active: true },
      'BTC/USDT': { active: true },
      'ETH/USDT': { active: false },
      'ETH/USDT:USDT': { active: true },
      'XRP/USDT': { active: false },
    },
    4,
  );
  expect([...listed].map(([coin, { symbol }]) => [coin, symbol])).toEqual([
    ['BTC', 'BTC/USDT'],
    ['ETH', 'ETH/USDT:USDT'],
  ]);
});

test('decimals of prices are those of the tick where an exchange says it as a size, else they are not known', () => {
  const decimalsOf = (price: number | null, precisionMode: number) =>
    listedCoins({ 'BTC/USDT': { precision: { price } } }, precisionMode).get('BTC')?.priceDecimals;
  const [tickSize, decimalPlaces] = [4, 2];
  expect([0.00001, 0.5, 1].map((price) => decimalsOf(price, tickSize))).toEqual([5, 1, 0]);
  expect([decimalsOf(2, decimalPlaces), decimalsOf(0, tickSize), decimalsOf(null, tickSize)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('an exchange has seconds to answer where nothing else is said, and one that says nothing is given up in the time that is', async () => {
  const server = await startExchangeServer();
  onTestFinished(() => server.close());
  server.candles.set('ETH', []);
  const usual = await openExchangeClient('binanceusdm', { url: server.url });
  expect([...(await usual.listed(new Map())).keys()]).toEqual(['ETH']);
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const waiting = await openExchangeClient('binanceusdm', { url, timeoutMs: 20 });
  await expect(waiting.listed(new Map())).rejects.toThrow('timed out (20 ms)');
});
