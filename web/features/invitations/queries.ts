import { getInvitation, getInviter, getTeam, leaveTeam } from '#contract/invitations.ts';
import type { TeamLevel } from '#core/invitations/rules.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';

/** The member's own code, and who sees the member. */
export const useGetInvitation = () => useRead(getInvitation, {});

/** The team in numbers, and the members of one level by pages. */
export const useGetTeam = (level: TeamLevel) => usePages(getTeam, { level }, { rowsOf: ({ members }) => members });

/** Whose code this is. A refusal stays one: it is not asked for again. */
export const useGetInviter = (code: string) => useRead(getInviter, { code }, { staleTime: 60_000 });

export function useLeaveTeam(onLeft: (message: string) => void) {
  return useWrite(leaveTeam, { onSuccess: ({ message }) => onLeft(message), onSettled: useInvalidate(getInvitation) });
}
