import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import {
  excludeMyself,
  getLimits,
  keepExclusion,
  keepLossLimit,
  liftExclusion,
  liftLossLimit,
  setLossLimit,
} from '#contract/limits.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { listSecurityActs } from '#contract/security.ts';
import type { CallResult } from '#web/platform/api/call.ts';
import { invalidate, readKey } from '#web/platform/api/read-key.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { msToNextMemberDay } from '#web/platform/next-day.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';

const pollMs = 5000;

/** The member's limits with what counts towards them, and the self-exclusion. */
export function useGetLimits() {
  return useRead(getLimits, {}, { refetchInterval: usePollWhenBehind(pollMs) || msToNextMemberDay });
}

export const useSetLossLimit = () => useChange(setLossLimit);
export const useLiftLossLimit = () => useChange(liftLossLimit);
export const useKeepLossLimit = () => useChange(keepLossLimit);
export const useExcludeMyself = () => useChange(excludeMyself);
export const useLiftExclusion = () => useChange(liftExclusion);
export const useKeepExclusion = () => useChange(keepExclusion);

/** A change: it returns the resulting limits, and is confirmed by a toast. */
function useChange<O extends Operation>(operation: O): UseMutationResult<CallResult<O>, Error, InputOf<O>> {
  const client = useQueryClient();
  return useWrite(operation, {
    onSuccess: ({ value, message }) => {
      client.setQueryData(readKey(getLimits, {}), value);
      void invalidate(client, listSecurityActs);
      showToast(message, 'success');
    },
  });
}
