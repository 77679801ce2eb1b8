import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFundPassword, keepFundPassword, resetFundPassword } from '#contract/fund-password.ts';
import type { InputOf } from '#contract/operation.ts';
import { listSecurityActs } from '#contract/security.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

/** Whether a new withdrawal password waits; told at once on every signed-in phone. */
export function useFundPassword() {
  const client = useQueryClient();
  useStreamEvent('security', () => refresh(client));
  return useQuery({
    queryKey: [getFundPassword.name],
    queryFn: ({ signal }) => call(getFundPassword, {}, { signal }),
  });
}

export function useResetFundPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof resetFundPassword>) => callForAnswer(resetFundPassword, input),
    onSuccess: () => refresh(client),
  });
}

export function useKeepFundPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callForAnswer(keepFundPassword, {}),
    onSettled: () => refresh(client),
  });
}

function refresh(client: QueryClient): void {
  for (const { name } of [getFundPassword, listSecurityActs]) void client.invalidateQueries({ queryKey: [name] });
}
