import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/operation.ts';
import { getAccountInfo, updateProfile } from '#contract/profile.ts';
import { listAccountRecords } from '#contract/records.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';

export function useProfile() {
  return useQuery({
    queryKey: [getAccountInfo.name],
    queryFn: ({ signal }) => call(getAccountInfo, {}, { signal }),
  });
}

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof updateProfile>) => callForAnswer(updateProfile, input),
    onSuccess({ value }) {
      client.setQueryData([getAccountInfo.name], value);
      for (const { name } of [quoteWithdrawal, listAccountRecords]) void client.invalidateQueries({ queryKey: [name] });
    },
  });
}
