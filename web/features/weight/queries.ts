import { useQuery } from '@tanstack/react-query';
import { listLevels } from '#contract/plans-offer.ts';
import { listComingLevels, listWeightEntries } from '#contract/weight.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { checkEntries, keptEntriesOf, type ListedEntries } from './kept-entries.ts';

/** The member's score with its entries, newest first, by pages. */
export const useListWeightEntries = () => usePages(listWeightEntries, {}, { rowsOf: ({ entries }) => entries });

/** The levels that are offered now: two operators may have closed some. */
export const useOfferedLevels = () => useRead(listLevels, {}, { staleTime: 60_000 });

/** The levels as they will be offered, by what is decided so far. */
export const useListComingLevels = () => useRead(listComingLevels, {}, { staleTime: 60_000 });

/** The listed entries, held against those that this phone has seen of the member. */
export function useKeptCheck(username: string, listed: ListedEntries) {
  const { score, entries, isComplete } = listed;
  // A verdict is one on these very entries.
  const rows = entries.map(({ id, points, at, score: after }) => [id, points, at, after].join(' ')).join(', ');
  return useQuery({
    queryKey: readKey(listWeightEntries, {}, 'kept', username, `${score} ${isComplete} ${rows}`),
    queryFn: () => checkEntries(listed, keptEntriesOf(username)),
    staleTime: 0,
    gcTime: 0,
  });
}
