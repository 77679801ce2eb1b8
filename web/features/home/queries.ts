import { getHome } from '#contract/home.ts';
import { useRead } from '#web/platform/api/use-read.ts';

/** The platform is counted and measured about once a minute. */
const measuredMs = 60_000;

/** This platform's own counts, the plans settled last, and its measured uptime. */
export function useGetHome() {
  return useRead(
    getHome,
    {},
    {
      staleTime: measuredMs / 2,
      // The very first start has not counted yet: the figures are seconds away.
      refetchInterval: ({ state }) => (state.data?.platform === null ? 5000 : measuredMs),
    },
  );
}

export type HomeQuery = ReturnType<typeof useGetHome>;
