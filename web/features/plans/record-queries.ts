import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamEvent } from '#contract/events.ts';
import { getPlan, getPlanProof, listPlans, type Plan, plansPageSize } from '#contract/plans.ts';
import { call } from '#web/platform/api/call.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { withProgress } from './plan-progress.ts';
import { refreshBalances } from './queries.ts';

const pollMs = 3000;

/** The member's plans, newest first, a page at a time, moving on as the stream tells. */
export function usePlans() {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  usePlanEvents();
  return useInfiniteQuery({
    queryKey: [listPlans.name],
    queryFn: ({ pageParam, signal }) => call(listPlans, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < plansPageSize ? undefined : (page.at(-1)?.id ?? undefined)),
    refetchInterval: pollWhenBehind,
  });
}

/** One plan with its rounds so far, asked for again with each round that closes. */
export function usePlan(id: string) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  usePlanEvents();
  return useQuery({
    queryKey: [getPlan.name, id],
    queryFn: ({ signal }) => call(getPlan, { plan: id }, { signal }),
    refetchInterval: (query) => (query.state.data?.settledAt === null ? pollWhenBehind : false),
  });
}

/** The proof bundle of a settled plan: fetched when the member asks to verify or to keep it. */
export function usePlanProof(id: string) {
  return useQuery({
    queryKey: [getPlanProof.name, id],
    queryFn: ({ signal }) => call(getPlanProof, { plan: id }, { signal }),
    enabled: false,
    staleTime: 0,
  });
}

function usePlanEvents(): void {
  const client = useQueryClient();
  useStreamEvent('plan', (event) => takePlanEvent(client, event));
}

function takePlanEvent(client: QueryClient, event: StreamEvent<'plan'>['value']): void {
  client.setQueryData<InfiniteData<Plan[], string | null>>([listPlans.name], (list) =>
    list ? { ...list, pages: withProgress(list.pages, event) } : list,
  );
  void client.invalidateQueries({ queryKey: [getPlan.name, event.id] });
  if (event.status !== 'pending') refreshBalances(client);
}
