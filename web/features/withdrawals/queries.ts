import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getQuota } from '#contract/plans.ts';
import { getMember } from '#contract/profile.ts';
import { getPurse, getWallet, listAccountRecords } from '#contract/wallet.ts';
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
import { invalidate, readKey } from '#web/platform/api/read-key.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { isFinal } from './withdrawal-progress.ts';

const pollMs = 2000;
/** Beside the stream, in case an event was missed. */
const slowPollMs = 10_000;

const withdrawalKey = (id: string) => readKey(getWithdrawal, { withdrawal: id });

/** Whether a bank card and a withdrawal password are set, and what is available. */
export function useGate() {
  return useRead(getWallet, {});
}

/** What a withdrawal would cost and what stands in its way; the last answer stays until the next one comes. */
export function useQuoteWithdrawal(method: WithdrawalMethod, amount: Usdt | null) {
  return useRead(
    quoteWithdrawal,
    { method, ...(amount === null ? {} : { amount }) },
    { placeholderData: (before) => (before?.method === method ? before : undefined) },
  );
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
export function useListWithdrawals() {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useWithdrawalEvents();
  return usePages(
    listWithdrawals,
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.some((withdrawal) => !isFinal(withdrawal)) ? pollWhenBehind || slowPollMs : false,
    },
  );
}

/** The member's newest withdrawal, or null when there is none. */
export function useLatestWithdrawal(wanted: boolean) {
  return useRead(listWithdrawals, {}, { select: (withdrawals) => withdrawals[0] ?? null, enabled: wanted });
}

/** One withdrawal until it has ended. */
export function useGetWithdrawal(id: string | null) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useWithdrawalEvents();
  return useRead(
    getWithdrawal,
    { withdrawal: id ?? '' },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data && isFinal(state.data) ? false : pollWhenBehind || slowPollMs),
    },
  );
}

export function useGetPayoutTimes() {
  return useRead(getPayoutTimes, {}, { staleTime: 30_000 });
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
  void invalidate(
    client,
    listWithdrawals,
    quoteWithdrawal,
    getPayoutTimes,
    getWallet,
    getPurse,
    getMember,
    getQuota,
    listAccountRecords,
  );
}
