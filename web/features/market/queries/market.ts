import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ChartCandle,
  type ChartRange,
  getCandles,
  getMarketStatus,
  intervalOfRange,
  listMarkets,
  type MarketRow,
  type MarketStatus,
} from '#contract/market.ts';
import { intervalMs } from '#core/market/candle.ts';
import { call } from '#web/platform/api/call.ts';
import { preloadKeptMs } from '#web/platform/api/preload.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { productNow, setProductClock } from '#web/platform/product-clock.ts';
import { useChartStream, usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { withCandle } from '../candle-feed.ts';
import { withPrices } from '../market-prices.ts';

const pollMs = 3000;
/** High, low, volume and closes change slowly; prices come by the stream. */
const slowFiguresMs = 60_000;

const allMarkets = { id: '1', type: '0' } as const;
const marketsKey = readKey(listMarkets, allMarkets);
const statusKey = readKey(getMarketStatus, {});

/** The market list in order, with live prices. */
export const useListMarkets = () => useMarketList((rows) => rows);

/** One coin of the list; changes of others do not re-render the caller. */
export function useMarketRow(coin: string): MarketRow | undefined {
  return useMarketList((rows) => rows.find((row) => row.coin === coin)).data;
}

/** Whether the market has the coin; undefined until the list has loaded. */
export function useCoinListed(coin: string | null): boolean | undefined {
  return useMarketList((rows) => rows.some((row) => row.coin === coin)).data;
}

/** The coin that screens begin with: ETH, and on a market without it the first of its list. */
export function useFirstCoin(): string {
  const first = (rows: readonly MarketRow[]) => (rows.some(({ coin }) => coin === 'ETH') ? 'ETH' : rows[0]?.coin);
  return useMarketList(first).data ?? 'ETH';
}

/** Whether the market list failed to load. */
export const useMarketsFailed = (): boolean => useMarketList(() => null).isLoadingError;

/** Decimals of the coin's price. */
export function usePriceDecimals(coin: string): number | undefined {
  return useMarketList((rows) => rows.find((row) => row.coin === coin)?.priceDecimals).data;
}

function useMarketList<Selected>(select: (rows: readonly MarketRow[]) => Selected) {
  const client = useQueryClient();
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useStreamEvent('prices', (prices) => {
    client.setQueryData<MarketRow[]>(marketsKey, (rows) => rows && withPrices(rows, prices, productNow()));
  });
  return useRead(listMarkets, allMarkets, {
    select,
    staleTime: slowFiguresMs / 2,
    refetchInterval: pollWhenBehind || slowFiguresMs,
  });
}

/** The price source, its state, and the time of the newest price. */
export const useGetMarketStatus = () => useStatus((status) => status);

/** The price source and its state; re-renders only when those change. */
export function useMarketState(): MarketState | undefined {
  return useStatus(({ source, state, lastPriceAt }) => ({
    source,
    state,
    standsSince: state === 'stale' ? lastPriceAt : null,
  })).data;
}

export interface MarketState extends Pick<MarketStatus, 'source' | 'state'> {
  /** Time of the last price, when the market is stale. */
  readonly standsSince: number | null;
}

function useStatus<Selected>(select: (status: MarketStatus) => Selected) {
  const client = useQueryClient();
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useStreamEvent('market', (status) => {
    setProductClock(status);
    client.setQueryData(statusKey, status);
  });
  useStreamEvent('prices', () => {
    client.setQueryData<MarketStatus>(statusKey, (status) => status && { ...status, lastPriceAt: productNow() });
  });
  return useQuery({
    queryKey: statusKey,
    queryFn: async ({ signal }) => {
      const asked = performance.now();
      const status = await call(getMarketStatus, {}, { signal });
      setProductClock(status, arrivalOf(getMarketStatus.path, asked));
      return status;
    },
    select,
    refetchInterval: pollWhenBehind || slowFiguresMs,
  });
}

/** The arrival that was counted from last. */
let lastArrival = 0;

/**
 * When the response of a path arrived that was asked for then, or preloaded; a busy page reads it later. Undefined where the browser has not noted it: it notes
 * its first few hundred responses, and the newest of those may be hours old.
 */
function arrivalOf(path: string, asked: number): number | undefined {
  const responses = performance.getEntriesByName(`${location.origin}/api${path}`) as PerformanceResourceTiming[];
  const arrival = responses.at(-1)?.responseStart ?? 0;
  if (arrival <= lastArrival || arrival < asked - preloadKeptMs) return;
  lastArrival = arrival;
  return arrival;
}

/** A chart's candles, the last one live. */
export function useGetCandles(coin: string, range: ChartRange) {
  const client = useQueryClient();
  const key = readKey(getCandles, { name: coin, time: range });
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useChartStream(coin, range);
  useStreamEvent('candle', ({ coin: of, time, candle }) => {
    const candles = client.getQueryData<ChartCandle[]>(key);
    if (of !== coin || time !== range || !candles) return;
    const next = withCandle(candles, candle, intervalMs[intervalOfRange(range)]);
    if (next) client.setQueryData<readonly ChartCandle[]>(key, next);
    else void client.invalidateQueries({ queryKey: key });
  });
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<readonly ChartCandle[]> => {
      try {
        return await call(getCandles, { name: coin, time: range }, { signal });
      } catch (error) {
        if (!signal.aborted) console.error(`candles of ${coin} could not be loaded`, error);
        throw error;
      }
    },
    staleTime: slowFiguresMs,
    refetchInterval: pollWhenBehind,
  });
}
