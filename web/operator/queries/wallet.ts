import { listMemberRecords } from '#contract/wallet-operators.ts';
import { usePages } from '#web/platform/api/use-pages.ts';

export function useListMemberRecords(member: string) {
  return usePages(listMemberRecords, { member });
}
