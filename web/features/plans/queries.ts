import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMember } from '#contract/account.ts';
import { getMaxLeverage, getQuota, listLevels, quotePlan } from '#contract/plan-offer.ts';
import { listPlans, type Plan, placePlan } from '#contract/plans.ts';
import { call } from '#web/platform/api/call.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';

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

/** Everything that a plan moves. */
export function refreshBalances(client: QueryClient): void {
  for (const { name } of [getQuota, getMember, listLevels]) void client.invalidateQueries({ queryKey: [name] });
}
