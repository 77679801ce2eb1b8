import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import {
  excludeMyself,
  getLimits,
  keepExclusion,
  keepLossLimit,
  type Limits,
  liftExclusion,
  liftLossLimit,
  setLossLimit,
} from '#contract/limits.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { listSecurityActs } from '#contract/security.ts';
import { excludedUntil } from '#core/limits/exclusion.ts';
import type { CallResult } from '#web/platform/api/call.ts';
import { invalidate, readKey } from '#web/platform/api/read-key.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { msToNextMemberDay } from '#web/platform/next-day.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';

const pollMs = 5000;

/** The clocks of phone and server differ by what an answer is under way. */
const afterChangeMs = 500;

/** The member's limits with what counts towards them, and the self-exclusion: no event says that a day has begun or a wait is over. */
export function useGetLimits() {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  return useRead(
    getLimits,
    {},
    {
      refetchInterval: ({ state: { data, dataUpdatedAt } }) =>
        pollWhenBehind ||
        Math.min(msToNextMemberDay(), data ? msToChange(data, dataUpdatedAt) : Number.POSITIVE_INFINITY),
    },
  );
}

/** Until the next of what waits takes effect, or the exclusion ends: moments of the server's wall clock, as of the answer. */
function msToChange({ exclusion, lossLimits, now }: Limits, readAt: number): number {
  const moments = [
    excludedUntil(exclusion, now) ?? Number.POSITIVE_INFINITY,
    ...lossLimits.map(({ next }) => next?.at ?? Number.POSITIVE_INFINITY),
  ];
  const left = Math.min(...moments) - now - (Date.now() - readAt);
  return left > 0 ? left + afterChangeMs : pollMs;
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
