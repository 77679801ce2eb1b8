import { expect, test } from 'vitest';
import { minutesMax } from '#contract/proofs.ts';
import { columnsOf } from '#core/market/candle.ts';
import { getMinutes } from './get-minutes.ts';

const minuteMs = 60_000;

test('a page of published minutes is as long as phones expect, from the minute that was asked for', async () => {
  const market = {
    coins: [{ symbol: 'ETH' }],
    closedBetween: async (_coin: string, _interval: string, from: number, count: number) =>
      columnsOf(
        Array.from({ length: count }, (_, place) => ({
          ...{ openTime: from + place * minuteMs, open: 1, high: 3, low: 0.5, close: 2, volume: 5 },
        })),
      ),
  };
  const rows = await getMinutes(market as never, { name: 'ETH', from: 6 * minuteMs } as never);
  await expect(getMinutes(market as never, { name: 'BTC', from: 0 } as never)).rejects.toMatchObject({
    code: 'coinUnknown',
  });
  expect(rows).toHaveLength(minutesMax);
  expect([rows[0], rows.at(-1)?.[0]]).toEqual([[6 * minuteMs, 1, 3, 0.5, 2, 5], (5 + minutesMax) * minuteMs]);
});
