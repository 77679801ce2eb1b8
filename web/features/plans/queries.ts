import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMember } from '#contract/account.ts';
import type { StreamEvent } from '#contract/events.ts';
import { getMaxLeverage, getQuota, listLevels, quotePlan } from '#contract/plan-offer.ts';
import { getPlan, getPlanProof, listPlans, type Plan, placePlan, plansPageSize } from '#contract/plans.ts';
import { call } from '#web/platform/api/call.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { withProgress } from './plan-progress.ts';

const pollMs = 3000;
/** The measured outcomes move with each closed candle, slowly. */
const measuredMs = 60_000;

/** The plan levels as this member meets them, measured for the coin and leverage. */
export function useLevels(coin: string, leverage: number | null) {
  return useQuery({
    queryKey: [listLevels.name, coin, leverage],
    queryFn: ({ signal }) => call(listLevels, { coin, ...(leverage !== null && { multiple: leverage }) }, { signal }),
    staleTime: measuredMs,
    placeholderData: (before) => before,
  });
}

/** The multiple that this member's weight score has unlocked is part of the member's figures. */
export function useLeverageUnlocked() {
  return useQuery({
    queryKey: [getMember.name],
    queryFn: ({ signal }) => call(getMember, {}, { signal }),
    select: ({ leverageUnlocked }) => leverageUnlocked,
  });
}

export function useMaxLeverage() {
  return useQuery({
    queryKey: [getMaxLeverage.name],
    queryFn: ({ signal }) => call(getMaxLeverage, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useQuota() {
  return useQuery({
    queryKey: [getQuota.name],
    queryFn: ({ signal }) => call(getQuota, {}, { signal }),
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

/** The outcome distribution before the member confirms; asked for once level, coin and leverage stand. */
export function useQuote(levelId: number | null, coin: string, leverage: number | null) {
  return useQuery({
    queryKey: [quotePlan.name, levelId, coin, leverage],
    queryFn: ({ signal }) => call(quotePlan, { id: levelId ?? 0, coin, multiple: leverage ?? 0 }, { signal }),
    enabled: levelId !== null && coin !== '' && leverage !== null,
    staleTime: measuredMs,
    placeholderData: (before) => before,
  });
}

export function usePlacePlan(onPlaced: (plan: Plan, message: string) => void) {
  const client = useQueryClient();
  return useMoneyCall(placePlan, ({ value, message }) => {
    refreshBalances(client);
    void client.invalidateQueries({ queryKey: [listPlans.name] });
    onPlaced(value, message);
  });
}

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

function refreshBalances(client: QueryClient): void {
  for (const { name } of [getQuota, getMember, listLevels]) void client.invalidateQueries({ queryKey: [name] });
}
