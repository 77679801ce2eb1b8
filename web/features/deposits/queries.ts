import { useQueryClient } from '@tanstack/react-query';
import {
  type Deposit,
  depositFromWallet,
  getDeposit,
  listDepositChannels,
  listDeposits,
  proveDeposit,
  requestDeposit,
} from '#contract/deposits.ts';
import { invalidate, pagesKey, readKey } from '#web/platform/api/read-key.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { type Pages, usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { isFinal, withDeposit } from './deposit-progress.ts';

const pollMs = 2000;
/** Polled as well, in case a stream event was missed. */
const slowPollMs = 10_000;
/** Poll interval of the chains' reachability. */
const chainPollMs = 30_000;

const historyKey = pagesKey(listDeposits);
const depositKey = (id: string) => readKey(getDeposit, { deposit: id });

export function useListDepositChannels(wanted: boolean) {
  return useRead(
    listDepositChannels,
    {},
    {
      staleTime: 60_000,
      refetchInterval: ({ state }) => (state.data?.some(({ network }) => network !== null) ? chainPollMs : false),
      enabled: wanted,
    },
  );
}

/** The member's deposits, newest first, by pages, updated by the stream. */
export function useListDeposits(wanted: boolean) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useDepositEvents();
  return usePages(
    listDeposits,
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.pages[0]?.some((deposit) => !isFinal(deposit)) ? pollWhenBehind || slowPollMs : false,
      enabled: wanted,
    },
  );
}

/** The newest deposit, or null. */
export const useLatestDeposit = (wanted: boolean) =>
  useRead(listDeposits, {}, { select: (deposits) => deposits[0] ?? null, enabled: wanted });

/** One deposit, polled until it is final. */
export function useGetDeposit(id: string | null) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useDepositEvents();
  return useRead(
    getDeposit,
    { deposit: id ?? '' },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data && isFinal(state.data) ? false : pollWhenBehind || slowPollMs),
    },
  );
}

export function useRequestDeposit(onRequested: (deposit: Deposit, message: string) => void) {
  const keep = useKeepDeposit(onRequested);
  return useMoneyCall(requestDeposit, keep);
}

export function useDepositFromWallet(onFound: (deposit: Deposit, message: string) => void) {
  const keep = useKeepDeposit(onFound);
  return useMoneyCall(depositFromWallet, keep);
}

export function useProveDeposit(onProven: (deposit: Deposit, message: string) => void) {
  const keep = useKeepDeposit(onProven);
  return useWrite(proveDeposit, { onSuccess: keep });
}

/** Puts a deposit from a response into the cache. */
function useKeepDeposit(onKept: (deposit: Deposit, message: string) => void) {
  const client = useQueryClient();
  return ({ value, message }: { readonly value: Deposit; readonly message: string }) => {
    client.setQueryData(depositKey(value.id), value);
    void invalidate(client, listDeposits);
    onKept(value, message);
  };
}

/**
 * Applies a stream event to the cache. Refetches what the event does not carry: the transaction or reason of a new state, a deposit not in
 * the list yet.
 */
function useDepositEvents(): void {
  const client = useQueryClient();
  useStreamEvent('deposit', (event) => {
    const one = client.getQueryData<Deposit>(depositKey(event.id));
    const listed = client
      .getQueryData<Pages<readonly Deposit[]>>(historyKey)
      ?.pages.flat()
      .find(({ id }) => id === event.id);
    client.setQueryData<Deposit>(depositKey(event.id), (known) => known && withDeposit(known, event));
    client.setQueryData<Pages<readonly Deposit[]>>(
      historyKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => page.map((deposit) => withDeposit(deposit, event))),
        },
    );
    if (one?.state !== event.state) void client.invalidateQueries({ queryKey: depositKey(event.id) });
    if (listed?.state !== event.state) void invalidate(client, listDeposits);
  });
}
