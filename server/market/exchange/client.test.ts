import { expect, test } from 'vitest';
import { listedCoins } from './client.ts';

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
