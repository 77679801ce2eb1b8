import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { type Answer, call, callForAnswer } from '#web/platform/api/call.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';

const pollMs = 5000;

/** The member's limits with what stands against them, and the self-exclusion. */
export function useLimits() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: [getLimits.name] });
  useStreamEvent('plan', refresh);
  useStreamEvent('security', refresh);
  return useQuery({
    queryKey: [getLimits.name],
    queryFn: ({ signal }) => call(getLimits, {}, { signal }),
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

export const useSetLossLimit = () => useChange(setLossLimit);
export const useLiftLossLimit = () => useChange(liftLossLimit);
export const useKeepLossLimit = () => useChange(keepLossLimit);
export const useExcludeMyself = () => useChange(excludeMyself);
export const useLiftExclusion = () => useChange(liftExclusion);
export const useKeepExclusion = () => useChange(keepExclusion);

/** Every change answers the limits as they are then. */
function useChange<O extends Operation>(operation: O): UseMutationResult<Answer<O>, Error, InputOf<O>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<O>) => callForAnswer(operation, input),
    onSuccess: ({ value }) => {
      client.setQueryData([getLimits.name], value);
      void client.invalidateQueries({ queryKey: [listSecurityActs.name] });
    },
  });
}
