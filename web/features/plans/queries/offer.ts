import { getMaxLeverage, getQuota, listLevels, quotePlan } from '#contract/plans-offer.ts';
import { getMember } from '#contract/profile.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';

const pollMs = 3000;
/** The measured outcomes change slowly, with each closed candle. */
const measuredMs = 60_000;

/** The levels as they apply to this member, measured for the coin and leverage. */
export function useListLevels(coin: string, leverage: number | null) {
  return useRead(
    listLevels,
    { coin, ...(leverage !== null && { multiple: leverage }) },
    { staleTime: measuredMs, placeholderData: (before) => before },
  );
}

/** The leverage that the member's weight score unlocks. */
export const useLeverageUnlocked = () => useRead(getMember, {}, { select: ({ leverageUnlocked }) => leverageUnlocked });

export const useGetMaxLeverage = () => useRead(getMaxLeverage, {}, { staleTime: Number.POSITIVE_INFINITY });

export const useGetQuota = () => useRead(getQuota, {}, { refetchInterval: usePollWhenBehind(pollMs) });

/** The quote before the member confirms; fetched once level, coin and leverage are set. */
export function useQuotePlan(levelId: number | null, coin: string, leverage: number | null) {
  return useRead(
    quotePlan,
    { id: levelId ?? 0, coin, multiple: leverage ?? 0 },
    {
      enabled: levelId !== null && coin !== '' && leverage !== null,
      staleTime: measuredMs,
      placeholderData: (before) => before,
    },
  );
}
