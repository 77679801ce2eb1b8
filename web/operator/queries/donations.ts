import { getGiving } from '#contract/donations.ts';
import { listCauses, proposeDisbursement } from '#contract/donations-operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { refreshMs } from './refresh.ts';

export const useListCauses = () => useRead(listCauses, {});

/** The charity's columns. */
export const useCharity = () => useRead(getGiving, {}, { refetchInterval: refreshMs });

export const useProposeDisbursement = () => useMoneyCall(proposeDisbursement, useInvalidate(getGiving, listApprovals));
