import type { MarketStatus } from '#contract/market.ts';
import type { Round } from '#contract/round-records.ts';
import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { useListRounds } from '#web/features/rounds/queries.ts';
import type { LoadedQuery } from '#web/ui/feedback/loaded.tsx';

/** The running round, and the same as a query once the product clock is known too, which its countdown reads; what failed of either. */
export function useRunningRound() {
  const rounds = useListRounds();
  const query = runningRoundOf(rounds, useGetMarketStatus());
  return { rounds, running: rounds.data?.pages[0]?.[0], query };
}

/** The query for the running round, of those for the rounds and the clock. */
export function runningRoundOf(
  rounds: LoadedQuery<{ readonly pages: readonly (readonly Round[])[] }>,
  clock: LoadedQuery<MarketStatus>,
): LoadedQuery<Round> {
  return {
    data: clock.data && rounds.data?.pages[0]?.[0],
    error: rounds.error ?? clock.error,
    refetch: () => Promise.all([rounds.refetch(), clock.refetch()]),
  };
}
