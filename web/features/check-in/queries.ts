import { useQueryClient } from '@tanstack/react-query';
import { checkIn, getWeek } from '#contract/check-in.ts';
import { getMember } from '#contract/profile.ts';
import { moneyMoved } from '#web/platform/api/stale-reads.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';

/** The member's week; read again every minute, since a day can begin while it is open. */
export const useGetWeek = () => useRead(getWeek, {}, { refetchInterval: 60_000 });

export function useCheckIn() {
  const client = useQueryClient();
  return useWrite(checkIn, { onSettled: () => moneyMoved(client) });
}

/** Points that the member can give. */
export const useAssistancePoints = () => useRead(getMember, {}, { select: ({ assistance }) => assistance });
