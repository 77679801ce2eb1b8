import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile.ts';
import { getWallet } from '#contract/records.ts';
import { bindBankCard, getBankCard, keepBankCard, listSecurityActs } from '#contract/security.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';

export function useBankCard() {
  return useQuery({
    queryKey: [getBankCard.name],
    queryFn: ({ signal }) => call(getBankCard, {}, { signal }),
  });
}

/** Whether the member has a withdrawal password: the form asks for it only then. */
export function useHasFundPassword() {
  return useQuery({
    queryKey: [getWallet.name],
    queryFn: ({ signal }) => call(getWallet, {}, { signal }),
    select: ({ hasFundPassword }) => hasFundPassword,
  });
}

export function useBindBankCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof bindBankCard>) => callForAnswer(bindBankCard, input),
    onSuccess: ({ value }) => take(client, value),
  });
}

export function useKeepBankCard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callForAnswer(keepBankCard, {}),
    onSuccess: ({ value }) => take(client, value),
  });
}

function take(client: QueryClient, cards: OutputOf<typeof getBankCard>): void {
  client.setQueryData([getBankCard.name], cards);
  for (const { name } of [getWallet, getAccountInfo, quoteWithdrawal, listSecurityActs]) {
    void client.invalidateQueries({ queryKey: [name] });
  }
}
