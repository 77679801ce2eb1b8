import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { listWeightEntries, weightEntriesPageSize } from '#contract/weight.ts';
import { call } from '#web/platform/api/call.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

/** The member's score and the entries it adds up from, newest first, page by page; whatever earns is told by the stream. */
export function useWeightEntries() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: [listWeightEntries.name] });
  useStreamEvent('plan', refresh);
  useStreamEvent('deposit', refresh);
  useStreamEvent('security', refresh);
  return useInfiniteQuery({
    queryKey: [listWeightEntries.name],
    queryFn: ({ signal, pageParam }) => call(listWeightEntries, { before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries }) => (entries.length < weightEntriesPageSize ? undefined : entries.at(-1)?.id),
  });
}
