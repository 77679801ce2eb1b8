import { useQuery } from '@tanstack/react-query';
import { getHome } from '#contract/home.ts';
import { call } from '#web/platform/api/call.ts';

/** The platform is counted and measured about once a minute. */
const measuredMs = 60_000;

/** This platform's own counts, the plans settled last, and its measured uptime. */
export function useHome() {
  return useQuery({
    queryKey: [getHome.name],
    queryFn: ({ signal }) => call(getHome, {}, { signal }),
    staleTime: measuredMs / 2,
    // The very first start has not counted yet: the figures are seconds away.
    refetchInterval: ({ state }) => (state.data?.platform === null ? 5000 : measuredMs),
  });
}

export type HomeQuery = ReturnType<typeof useHome>;
