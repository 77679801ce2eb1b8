import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMember } from '#contract/account.ts';
import { getQuota } from '#contract/plan-offer.ts';
import { getPurse, getWallet, listAccountRecords } from '#contract/records.ts';
import {
  cancelWithdrawal,
  getPayoutTimes,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  requestWithdrawal,
  type Withdrawal,
  type WithdrawalMethod,
} from '#contract/withdrawals.ts';
import type { Usdt } from '#core/money/amount.ts';
import { call } from '#web/platform/api/call.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { isFinal } from './withdrawal-progress.ts';

const pollMs = 2000;
/** Beside the stream, in case an event was missed. */
const slowPollMs = 10_000;
const pageSize = 20;

const historyKey = [listWithdrawals.name];
const withdrawalKey = (id: string) => [getWithdrawal.name, id];

/** Whether a bank card and a withdrawal password are set, and what is available. */
export function useGate() {
  return useQuery({
    queryKey: [getWallet.name],
    queryFn: ({ signal }) => call(getWallet, {}, { signal }),
  });
}

/** What a withdrawal would cost and what stands in its way; the last answer stays until the next one comes. */
export function useWithdrawalQuote(method: WithdrawalMethod, amount: Usdt | null) {
  return useQuery({
    queryKey: [quoteWithdrawal.name, method, String(amount)],
    queryFn: ({ signal }) => call(quoteWithdrawal, { method, ...(amount === null ? {} : { amount }) }, { signal }),
    placeholderData: (before) => (before?.method === method ? before : undefined),
  });
}

export function useRequestWithdrawal(onRequested: (withdrawal: Withdrawal, message: string) => void) {
  const client = useQueryClient();
  return useMoneyCall(requestWithdrawal, ({ value, message }) => {
    client.setQueryData(withdrawalKey(value.id), value);
    refresh(client);
    onRequested(value, message);
  });
}

export function useCancelWithdrawal(onCancelled: (message: string) => void) {
  const client = useQueryClient();
  return useMoneyCall(cancelWithdrawal, ({ value, message }) => {
    client.setQueryData(withdrawalKey(value.id), value);
    refresh(client);
    onCancelled(message);
  });
}

/** The member's withdrawals, newest first, page by page, moving on with the stream. */
export function useWithdrawals() {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useWithdrawalEvents();
  return useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ signal, pageParam }) => call(listWithdrawals, { before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.some((withdrawal) => !isFinal(withdrawal)) ? pollWhenBehind || slowPollMs : false,
  });
}

/** The member's newest withdrawal, or null when there is none. */
export function useLatestWithdrawal(wanted: boolean) {
  return useQuery({
    queryKey: [...historyKey, 'latest'],
    queryFn: async ({ signal }) => (await call(listWithdrawals, {}, { signal }))[0] ?? null,
    enabled: wanted,
  });
}

/** One withdrawal until it has ended. */
export function useWithdrawal(id: string | null) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useWithdrawalEvents();
  return useQuery({
    queryKey: withdrawalKey(id ?? ''),
    queryFn: ({ signal }) => call(getWithdrawal, { withdrawal: id ?? '' }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isFinal(state.data) ? false : pollWhenBehind || slowPollMs),
  });
}

export function usePayoutTimes() {
  return useQuery({
    queryKey: [getPayoutTimes.name],
    queryFn: ({ signal }) => call(getPayoutTimes, {}, { signal }),
    staleTime: 30_000,
  });
}

function useWithdrawalEvents(): void {
  const client = useQueryClient();
  useStreamEvent('withdrawal', ({ id }) => {
    void client.invalidateQueries({ queryKey: withdrawalKey(id) });
    refresh(client);
  });
}

/** Everything that a withdrawal changes: itself, the balances, the records. */
function refresh(client: QueryClient): void {
  const changed = [
    listWithdrawals,
    quoteWithdrawal,
    getPayoutTimes,
    getWallet,
    getPurse,
    getMember,
    getQuota,
    listAccountRecords,
  ];
  for (const { name } of changed) void client.invalidateQueries({ queryKey: [name] });
}
