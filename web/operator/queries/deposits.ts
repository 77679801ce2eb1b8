import { listOpenDeposits, markDepositProof, refuseDeposit } from '#contract/deposits-operators.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { refreshMs } from './refresh.ts';

export const useListOpenDeposits = (after: string | undefined) =>
  useRead(listOpenDeposits, { after }, { refetchInterval: refreshMs });

export const useMarkDepositProof = () => useWrite(markDepositProof, { onSettled: useInvalidate(listOpenDeposits) });

export const useRefuseDeposit = () => useWrite(refuseDeposit, { onSettled: useInvalidate(listOpenDeposits) });
