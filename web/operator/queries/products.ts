import { listApprovals } from '#contract/operators-approvals.ts';
import {
  listOffers,
  listProductChanges,
  proposeBands,
  proposeCause,
  proposePrizes,
  proposeProductChange,
} from '#contract/products.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { refreshMs } from './refresh.ts';

/** The products as they are offered now. */
export const useListOffers = () => useRead(listOffers, {}, { refetchInterval: refreshMs });

/** The changes that were asked for, one page. */
export const useListProductChanges = (before: string | undefined) =>
  useRead(listProductChanges, { before }, { refetchInterval: refreshMs });

const ofChanges = [listOffers, listProductChanges, listApprovals];

export const useProposeProductChange = () => useWrite(proposeProductChange, { onSettled: useInvalidate(...ofChanges) });
export const useProposeCause = () => useWrite(proposeCause, { onSettled: useInvalidate(...ofChanges) });
export const useProposePrizes = () => useWrite(proposePrizes, { onSettled: useInvalidate(...ofChanges) });
export const useProposeBands = () => useWrite(proposeBands, { onSettled: useInvalidate(...ofChanges) });
