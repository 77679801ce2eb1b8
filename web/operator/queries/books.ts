import type { UseQueryResult } from '@tanstack/react-query';
import { type Funding, getBooks, listFundings, proposeFunding } from '#contract/books.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { refreshMs } from './refresh.ts';

export const useGetBooks = () => useRead(getBooks, {}, { refetchInterval: refreshMs });

export function useListFundings(before: string | undefined): UseQueryResult<Funding[]> {
  return useRead(listFundings, { before }, { refetchInterval: refreshMs });
}

export const useProposeFunding = () => useMoneyCall(proposeFunding, useInvalidate(listFundings, listApprovals));
