import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { useListClosedCandles } from '#web/features/proofs/queries/closed-candles.ts';
import { useGetReplayDay } from '#web/features/proofs/queries/replay.ts';
import type { PublishedMarket } from '#web/features/rounds/market-candles.ts';

/** What the market publishes, for holding a round’s candles against. */
export function usePublishedMarket(): PublishedMarket {
  const { data: status } = useGetMarketStatus();
  const candlesAt = useListClosedCandles();
  const recordedDay = useGetReplayDay();
  const candleMinutes = status?.candleMinutes;
  return { identity: status?.identity, since: status?.since, candleMinutes, candlesAt, recordedDay };
}
