import { listReviewedWithdrawals } from '#contract/withdrawals-operators.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { refreshMs } from './refresh.ts';

export const useListReviewedWithdrawals = (after: string | undefined) =>
  useRead(listReviewedWithdrawals, { after }, { refetchInterval: refreshMs });
