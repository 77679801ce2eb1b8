import type { UseQueryResult } from '@tanstack/react-query';
import {
  addMemberNote,
  type FoundMember,
  listMemberActs,
  listMemberNotes,
  listMemberObjects,
  type MemberOverview,
  searchMembers,
  viewMember,
} from '#contract/members.ts';
import type { PinKind } from '#contract/support-schemas.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';

/** What cannot begin a name or a number finds nobody, and is not asked for. */
export function useSearchMembers(search: string): UseQueryResult<FoundMember[]> {
  const enabled = /^[A-Za-z0-9]{1,20}$/.test(search);
  return useRead(searchMembers, { search }, enabled ? {} : { enabled, initialData: [] });
}

export const useViewMember = (member: string): UseQueryResult<MemberOverview> => useRead(viewMember, { member });

/** A member's plans, orders of rounds, holdings, deposits or withdrawals. */
export const useListMemberObjects = (member: string, kind: PinKind) => usePages(listMemberObjects, { member, kind });

export const useListMemberActs = (member: string) => usePages(listMemberActs, { member });

export const useListMemberNotes = (member: string) => usePages(listMemberNotes, { member });

export const useAddMemberNote = () =>
  useWrite(addMemberNote, { onSettled: useInvalidate(listMemberNotes, listMemberActs) });
