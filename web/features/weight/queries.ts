import { listWeightEntries } from '#contract/weight.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

/** The member's score with its entries, newest first, by pages; stream events refresh it. */
export function useListWeightEntries() {
  const refresh = useInvalidate(listWeightEntries);
  useStreamEvent('plan', refresh);
  useStreamEvent('deposit', refresh);
  useStreamEvent('security', refresh);
  return usePages(listWeightEntries, {}, { rowsOf: ({ entries }) => entries });
}
