import { listMemberRecords } from '#contract/wallet-operators.ts';
import { usePages } from '#web/platform/api/use-pages.ts';

export const useListMemberRecords = (member: string) => usePages(listMemberRecords, { member });
