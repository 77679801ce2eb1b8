import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getPlan } from '#contract/plans-proof.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { singleUse } from '#web/platform/api/use-read.ts';
import { keepPlan } from '../kept-plans.ts';
import type { SentPlan } from '../sent-plan.ts';

/** Attempts beside the first one, over a quarter of a minute. */
const retries = 4;

/** Keeps a plan on this phone once it is placed, and tries again where that fails; `refetch` begins anew. */
export const useKeepPlan = (id: string, sent: SentPlan) => useQuery(keepQuery(id, sent));

/** The same where the page of the plan may have been left before it was placed. */
export async function keepPlaced(client: QueryClient, id: string, sent: SentPlan): Promise<void> {
  await client.prefetchQuery(keepQuery(id, sent));
}

const keepQuery = (id: string, sent: SentPlan) => ({
  ...singleUse,
  queryKey: readKey(getPlan, { plan: id }, 'kept'),
  queryFn: async () => {
    await keepPlan(id, sent);
    return true;
  },
  retry: retries,
});
