import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMember } from '#contract/account.ts';
import type { InputOf } from '#contract/operation.ts';
import { getQuota } from '#contract/plan-offer.ts';
import {
  type Deposit,
  depositFromWallet,
  getDeposit,
  listDepositChannels,
  listDeposits,
  proveDeposit,
  requestDeposit,
} from '#contract/wallet.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePollWhenBehind, useStreamEvent } from '#web/platform/stream/use-stream.ts';
import { isFinal, withDeposit } from './deposit-progress.ts';

const pollMs = 2000;
/** Beside the stream, in case an event was missed. */
const slowPollMs = 10_000;
/** How often a chain is looked after: whether it is heard of. */
const chainPollMs = 30_000;
const pageSize = 20;

type History = InfiniteData<readonly Deposit[], string | undefined>;

const historyKey = [listDeposits.name];
const depositKey = (id: string) => [getDeposit.name, id];

export function useDepositChannels(wanted: boolean) {
  return useQuery({
    queryKey: [listDepositChannels.name],
    queryFn: ({ signal }) => call(listDepositChannels, {}, { signal }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.some(({ network }) => network !== null) ? chainPollMs : false),
    enabled: wanted,
  });
}

/** The member's deposits, newest first, page by page, moving on with the stream. */
export function useDeposits(wanted: boolean) {
  const client = useQueryClient();
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useDepositEvents();
  return useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ signal, pageParam }) => call(listDeposits, { before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    refetchInterval: () => {
      const running = client.getQueryData<History>(historyKey)?.pages[0]?.some((deposit) => !isFinal(deposit));
      return running ? pollWhenBehind || slowPollMs : false;
    },
    enabled: wanted,
  });
}

/** The member's newest deposit, or null when there is none. */
export function useLatestDeposit(wanted: boolean) {
  return useQuery({
    queryKey: [...historyKey, 'latest'],
    queryFn: async ({ signal }) => (await call(listDeposits, {}, { signal }))[0] ?? null,
    enabled: wanted,
  });
}

/** One deposit until it is final. */
export function useDeposit(id: string | null) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  useDepositEvents();
  return useQuery({
    queryKey: depositKey(id ?? ''),
    queryFn: ({ signal }) => call(getDeposit, { deposit: id ?? '' }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isFinal(state.data) ? false : pollWhenBehind || slowPollMs),
  });
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
  return useMutation({
    mutationFn: (input: InputOf<typeof proveDeposit>) => callForAnswer(proveDeposit, input),
    onSuccess: keep,
  });
}

/** Shows a deposit that the server has just answered. */
function useKeepDeposit(onKept: (deposit: Deposit, message: string) => void) {
  const client = useQueryClient();
  return ({ value, message }: { readonly value: Deposit; readonly message: string }) => {
    client.setQueryData(depositKey(value.id), value);
    void client.invalidateQueries({ queryKey: historyKey });
    onKept(value, message);
  };
}

/**
 * Carries what the stream says of a deposit into what is shown. What it does not say is asked for: a new state comes with its
 * transaction or its reason, a deposit that nobody announced is not in the list yet, a credited one changes the quotas.
 */
function useDepositEvents(): void {
  const client = useQueryClient();
  useStreamEvent('deposit', (event) => {
    const one = client.getQueryData<Deposit>(depositKey(event.id));
    const listed = client
      .getQueryData<History>(historyKey)
      ?.pages.flat()
      .find(({ id }) => id === event.id);
    client.setQueryData<Deposit>(depositKey(event.id), (known) => known && withDeposit(known, event));
    client.setQueryData<History>(
      historyKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => page.map((deposit) => withDeposit(deposit, event))),
        },
    );
    const stale = [
      ...(one?.state === event.state ? [] : [depositKey(event.id)]),
      ...(listed?.state === event.state ? [] : [historyKey]),
      ...(event.state === 'confirmed' ? [[getMember.name], [getQuota.name]] : []),
    ];
    for (const queryKey of stale) void client.invalidateQueries({ queryKey });
  });
}
