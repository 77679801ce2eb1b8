import type { InputOf } from '#contract/operation.ts';
import { beginReading, collectTasks, finishReading, listTasks, reportVerification } from '#contract/tasks.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';

/** The member's tasks; read again every minute, since a day can begin while they are open. */
export const useListTasks = (enabled = true) => useRead(listTasks, {}, { refetchInterval: 60_000, enabled });

export const useCollectTasks = () => useMoneyCall(collectTasks);

/** Reports a result that this phone has recomputed. Says only that the server has another one: the verification itself has succeeded. */
export function useReportVerification(): (input: InputOf<typeof reportVerification>) => void {
  const { mutate } = useWrite(reportVerification, { onSuccess: useInvalidate(listTasks) });
  const onError = (error: unknown): void => {
    if (refusalCode(error) === 'resultDiffers') showFailure(error);
  };
  return (input) => mutate(input, { onError });
}

export const useBeginReading = () => useWrite(beginReading);

export const useFinishReading = () => useWrite(finishReading, { onSuccess: useInvalidate(listTasks) });
