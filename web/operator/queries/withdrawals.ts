import type { UseQueryResult } from '@tanstack/react-query';
import { listReviewedWithdrawals, type ReviewedWithdrawal } from '#contract/withdrawals-operators.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { refreshMs } from './refresh.ts';

export function useListReviewedWithdrawals(after: string | undefined): UseQueryResult<ReviewedWithdrawal[]> {
  return useRead(listReviewedWithdrawals, { after }, { refetchInterval: refreshMs });
}
