import { useQuery } from '@tanstack/react-query';
import { type ChartRange, getCandles, getMarketStatus } from '#contract/market.ts';
import { call } from '#web/platform/api/call.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { singleUse } from '#web/platform/api/use-read.ts';
import type { PracticeChoice } from '../practice/practice-plan.ts';

/** A practice plan on the candles that are closed when it is chosen; it does not change with later candles. */
export function usePractice(coin: string, choice: PracticeChoice | null) {
  const time = (choice?.level.interval ?? '') as ChartRange;
  return useQuery({
    ...singleUse,
    queryKey: readKey(getCandles, { name: coin, time }, 'practice', `${choice?.level.id} ${choice?.leverage}`),
    enabled: choice !== null,
    queryFn: async ({ signal }) => {
      const [{ practicePlan }, candles, status] = await Promise.all([
        import('../practice/practice-plan.ts'),
        call(getCandles, { name: coin, time }, { signal }),
        call(getMarketStatus, {}, { signal }),
      ]);
      return choice && practicePlan({ coin, candles, status }, choice);
    },
  });
}
