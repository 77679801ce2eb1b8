import { getHome } from '#contract/home.ts';
import { useRead } from '#web/platform/api/use-read.ts';

/** Counts and measurements are updated about once a minute. */
const measuredMs = 60_000;

/** This platform's counts, recently settled plans, and measured uptime. */
export function useGetHome() {
  return useRead(
    getHome,
    {},
    {
      staleTime: measuredMs / 2,
      // Right after the first start nothing is counted yet: retry soon.
      refetchInterval: ({ state }) => (state.data?.platform === null ? 5000 : measuredMs),
    },
  );
}

export type HomeQuery = ReturnType<typeof useGetHome>;
