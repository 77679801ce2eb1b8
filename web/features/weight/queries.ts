import { listWeightEntries } from '#contract/weight.ts';
import { usePages } from '#web/platform/api/use-pages.ts';

/** The member's score with its entries, newest first, by pages. */
export function useListWeightEntries() {
  return usePages(listWeightEntries, {}, { rowsOf: ({ entries }) => entries });
}
