import { useQueryClient } from '@tanstack/react-query';
import { getWallet } from '#contract/wallet.ts';
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
import type { CallResult } from '#web/platform/api/call.ts';
import { callAsOwner } from '#web/platform/api/call-as-owner.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';
import { isFinal } from './withdrawal-progress.ts';

const pollMs = 2000;
/** Polled as well, in case a stream event was missed. */
const slowPollMs = 10_000;

const withdrawalKey = (id: string) => readKey(getWithdrawal, { withdrawal: id });

/** Whether a bank card and a withdrawal password are set, and the available amount. */
export const useGate = () => useRead(getWallet, {});

/** A withdrawal's cost and blockers; the previous quote stays until the next arrives. */
export function useQuoteWithdrawal(method: WithdrawalMethod, amount: Usdt | null) {
  return useRead(
    quoteWithdrawal,
    { method, ...(amount === null ? {} : { amount }) },
    {
      placeholderData: (before) => (before?.method === method ? before : undefined),
      refetchInterval: usePollWhenBehind(pollMs),
    },
  );
}

/** `card` is the id of the card that the form shows: a withdrawal is paid to no other. It is no part of what makes a submission the same. */
export function useRequestWithdrawal(
  onRequested: (withdrawal: Withdrawal, message: string) => void,
  card: string | undefined,
) {
  const client = useQueryClient();
  const onSuccess = ({ value, message }: CallResult<typeof requestWithdrawal>) => {
    client.setQueryData(withdrawalKey(value.id), value);
    onRequested(value, message);
  };
  const send: typeof callAsOwner = (operation, input, options) =>
    callAsOwner(operation, card === undefined ? input : { ...input, card }, options);
  return useMoneyCall(requestWithdrawal, onSuccess, send);
}

export function useCancelWithdrawal(onCancelled: (message: string) => void) {
  const client = useQueryClient();
  return useMoneyCall(cancelWithdrawal, ({ value, message }) => {
    client.setQueryData(withdrawalKey(value.id), value);
    onCancelled(message);
  });
}

/** The member's withdrawals, newest first, by pages, updated by the stream. */
export function useListWithdrawals() {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  return usePages(
    listWithdrawals,
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.some((withdrawal) => !isFinal(withdrawal)) ? pollWhenBehind || slowPollMs : false,
    },
  );
}

/** The newest withdrawal, or null. */
export function useLatestWithdrawal(wanted: boolean) {
  return useRead(listWithdrawals, {}, { select: (withdrawals) => withdrawals[0] ?? null, enabled: wanted });
}

/** One withdrawal, polled until it is final. */
export function useGetWithdrawal(id: string | null) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  return useRead(
    getWithdrawal,
    { withdrawal: id ?? '' },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data && isFinal(state.data) ? false : pollWhenBehind || slowPollMs),
    },
  );
}

export const useGetPayoutTimes = () => useRead(getPayoutTimes, {}, { staleTime: 30_000 });
