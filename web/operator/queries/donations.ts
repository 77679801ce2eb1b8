import { disbursementsPerPage, getGiving, listDisbursements } from '#contract/donations.ts';
import { listCauses, proposeDisbursement } from '#contract/donations-operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { call } from '#web/platform/api/call.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { allPages, lastOfFull } from './all-pages.ts';
import { refreshMs } from './refresh.ts';

export const useListCauses = () => useRead(listCauses, {});

/** The charity's columns. */
export const useCharity = () => useRead(getGiving, {}, { refetchInterval: refreshMs });

export const readAllDisbursements = () =>
  allPages(
    (before) => call(listDisbursements, { before }),
    lastOfFull(disbursementsPerPage, ({ id }) => id),
  );

export const useProposeDisbursement = () => useMoneyCall(proposeDisbursement, useInvalidate(getGiving, listApprovals));
