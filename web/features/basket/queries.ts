import { useQuery } from '@tanstack/react-query';
import { getCandles, listMarkets, type MarketRow } from '#contract/market.ts';
import { type Basket, equalWeightBasket } from '#core/market/basket.ts';
import { call } from '#web/platform/api/call.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { type BasketRow, basketRows } from './basket-rows.ts';

/** Long candles: few cover the whole recording. */
const range = '6h';
/** The last candle changes slowly. */
const staleMs = 60_000;

export interface ListedBasket extends Basket {
  readonly coins: readonly string[];
  readonly rows: readonly BasketRow[];
}

/** The index of all listed coins; null with fewer than two common candles. */
export function useBasket() {
  const coins = useRead(listMarkets, { id: '1', type: '0' }, { select: namesOf, staleTime: staleMs });
  const names = coins.data;
  const basket = useQuery({
    queryKey: readKey(getCandles, { name: names?.join() ?? '', time: range }, 'basket'),
    queryFn: ({ signal }) => basketOf(names ?? [], signal),
    enabled: names !== undefined,
    staleTime: staleMs,
  });
  return names === undefined ? { ...coins, data: undefined } : basket;
}

/** All or nothing: with a coin missing it would be another index. */
async function basketOf(coins: readonly string[], signal: AbortSignal): Promise<ListedBasket | null> {
  const columns = await Promise.all(coins.map((coin) => call(getCandles, { name: coin, time: range }, { signal })));
  const basket = equalWeightBasket(columns);
  return basket && { ...basket, coins, rows: basketRows(basket, columns) };
}

const namesOf = (rows: readonly MarketRow[]): readonly string[] => rows.map(({ coin }) => coin);
