import type { UseQueryResult } from '@tanstack/react-query';
import { type FoundMember, type MemberOverview, searchMembers, viewMember } from '#contract/members.ts';
import { useRead } from '#web/platform/api/use-read.ts';

export function useSearchMembers(search: string): UseQueryResult<FoundMember[]> {
  return useRead(searchMembers, { search }, { enabled: /^[A-Za-z0-9]{1,20}$/.test(search) });
}

export function useViewMember(member: string): UseQueryResult<MemberOverview> {
  return useRead(viewMember, { member });
}
