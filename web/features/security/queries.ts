import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/operation.ts';
import { changeLoginPassword, getAccountInfo, listSessions, listSignIns, revokeSession } from '#contract/profile.ts';
import { getWallet } from '#contract/records.ts';
import { changeFundPassword, freezeAccount, listSecurityActs, unfreezeAccount } from '#contract/security.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

const pageSize = 20;

/** How the account is secured. */
export function useAccountInfo() {
  return useQuery({
    queryKey: [getAccountInfo.name],
    queryFn: ({ signal }) => call(getAccountInfo, {}, { signal }),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: [listSessions.name],
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  });
}

export function useRevokeSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session: string) => callForAnswer(revokeSession, { session }),
    onSettled: () => refresh(client),
  });
}

export function useSignIns() {
  return useInfiniteQuery({
    queryKey: [listSignIns.name],
    queryFn: ({ signal, pageParam }) => call(listSignIns, { before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  });
}

/** What touched the safety of the account, told at once on every signed-in phone. */
export function useSecurityActs() {
  const client = useQueryClient();
  useStreamEvent('security', () => refresh(client));
  return useInfiniteQuery({
    queryKey: [listSecurityActs.name],
    queryFn: ({ signal, pageParam }) => call(listSecurityActs, { before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  });
}

export function useChangeFundPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof changeFundPassword>) => callForAnswer(changeFundPassword, input),
    onSuccess: () => refresh(client),
  });
}

export function useChangeLoginPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof changeLoginPassword>) => callForAnswer(changeLoginPassword, input),
    onSuccess: () => refresh(client),
  });
}

export function useFreezeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callForAnswer(freezeAccount, {}),
    onSuccess: () => refresh(client),
  });
}

export function useUnfreezeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof unfreezeAccount>) => callForAnswer(unfreezeAccount, input),
    onSuccess: () => refresh(client),
  });
}

function refresh(client: QueryClient): void {
  for (const { name } of [getAccountInfo, getWallet, listSessions, listSecurityActs, quoteWithdrawal]) {
    void client.invalidateQueries({ queryKey: [name] });
  }
}
