import { getMember } from '#contract/profile.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { msToNextMemberDay } from '#web/platform/next-day.ts';

export const useGetMember = () => useRead(getMember, {}, { refetchInterval: msToNextMemberDay });

/** The member's profile, with the security status of the account. */
export const useGetAccountInfo = () => useRead(getAccountInfo, {});
