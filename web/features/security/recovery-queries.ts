import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelRecovery, getRecovery } from '#contract/recovery.ts';
import { listSecurityActs } from '#contract/security.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

/** Whether the account is being recovered; told at once on every signed-in phone. */
export function useRecovery() {
  const client = useQueryClient();
  useStreamEvent('security', () => refresh(client));
  return useQuery({
    queryKey: [getRecovery.name],
    queryFn: ({ signal }) => call(getRecovery, {}, { signal }),
  });
}

export function useCancelRecovery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callForAnswer(cancelRecovery, {}),
    onSettled: () => refresh(client),
  });
}

function refresh(client: QueryClient): void {
  for (const { name } of [getRecovery, listSecurityActs]) void client.invalidateQueries({ queryKey: [name] });
}
