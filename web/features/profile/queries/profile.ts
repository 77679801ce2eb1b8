import { getAccountInfo, getMember } from '#contract/profile.ts';
import { useRead } from '#web/platform/api/use-read.ts';

export function useGetMember() {
  return useRead(getMember, {});
}

/** The member's profile, with the security status of the account. */
export function useGetAccountInfo() {
  return useRead(getAccountInfo, {});
}
