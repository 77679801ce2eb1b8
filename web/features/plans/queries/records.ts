import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { StreamEvent } from '#contract/events.ts';
import type { Plan } from '#contract/plan-record.ts';
import { listPlans } from '#contract/plans.ts';
import { getPlan } from '#contract/plans-proof.ts';
import { pagesKey, readKey } from '#web/platform/api/read-key.ts';
import { type Pages, usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { withProgress } from '../plan-progress.ts';

const pollMs = 3000;

/** The member's plans, newest first, by pages, updated by the stream. */
export function useListPlans() {
  usePlanEvents();
  return usePages(listPlans, {}, { refetchInterval: usePollWhenBehind(pollMs) });
}

/** One plan with its rounds, refetched as each round closes. */
export function useGetPlan(id: string) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  usePlanEvents();
  return useRead(
    getPlan,
    { plan: id },
    { refetchInterval: ({ state }) => (state.data?.settledAt === null ? pollWhenBehind : false) },
  );
}

function usePlanEvents(): void {
  const client = useQueryClient();
  useStreamEvent('plan', (event) => takePlanEvent(client, event));
}

function takePlanEvent(client: QueryClient, event: StreamEvent<'plan'>['value']): void {
  client.setQueryData<Pages<Plan[]>>(pagesKey(listPlans), (list) =>
    list ? { ...list, pages: withProgress(list.pages, event) } : list,
  );
  void client.invalidateQueries({ queryKey: readKey(getPlan, { plan: event.id }) });
}
