import type { Follow, Order, RoundDetail } from '#contract/round-records.ts';
import {
  cancelFollow,
  getDayTranscript,
  getFairness,
  getRound,
  getRoundOrders,
  getRoundProof,
  getTranscript,
  listCategories,
  listFairDays,
  listFollows,
  listOrders,
  listResults,
  listRounds,
  placeOrder,
} from '#contract/rounds.ts';
import type { OrdersPage } from '#contract/transcripts.ts';
import { call } from '#web/platform/api/call.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { usePollWhenBehind } from '#web/platform/stream/use-stream.ts';

const pollMs = 3000;
/** The same for what grows by one row in five minutes. */
const slowPollMs = 30_000;
const payingPollMs = 1000;
/** Read when it is asked for, once. */
const unread = { enabled: false, retry: false };

/** What can be bet on, with exact odds and the bounds of a stake. */
export const useListCategories = () => useRead(listCategories, {});

/** The running round and those before it, by pages. */
export function useListRounds() {
  const refetchInterval = usePollWhenBehind(pollMs);
  return usePages(listRounds, {}, { refetchInterval });
}

/** The numbers of the last 2,000 rounds, newest first. */
export const useListResults = () => useRead(listResults, {}, { refetchInterval: usePollWhenBehind(slowPollMs) });

/** One round with what was published of it. */
export function useGetRound(round: number) {
  const pollWhenBehind = usePollWhenBehind(pollMs);
  // Nothing but the members' own balances says that all orders of an ended round have been paid.
  const isPaying = ({ state, isPaid }: RoundDetail) => (state === 'drawn' || state === 'void') && !isPaid;
  return useRead(
    getRound,
    { round },
    { refetchInterval: ({ state: { data } }) => (data && isPaying(data) ? payingPollMs : pollWhenBehind) },
  );
}

/** The transcript of a round, fetched to verify or save it. */
export const useGetTranscript = (round: number) => useRead(getTranscript, { round }, unread);

/** All orders of a round that its transcript does not list, page by page; `onPage` hears how many there are so far, and in all. */
export function useGetRoundOrders(round: number) {
  return async function* pages(onPage: (done: number, count: number) => void): AsyncGenerator<OrdersPage['leaves']> {
    for (let from = 0; ; ) {
      const { leaves, count } = await call(getRoundOrders, { round, from });
      yield leaves;
      from += leaves.length;
      onPage(from, count);
      if (leaves.length === 0 || from >= count) return;
    }
  };
}

/** The transcript of a day, fetched to verify or save it. */
export const useGetDayTranscript = (day: number) => useRead(getDayTranscript, { day }, unread);

/** The way of one of the member's orders to its round's root. */
export const useGetRoundProof = (order: string) => useRead(getRoundProof, { order }, unread);

/** Commitments, reveals and voids, for anybody: the reveals by pages. */
export const useGetFairness = () =>
  usePages(getFairness, {}, { rowsOf: ({ reveals }) => reveals.map(({ round }) => ({ id: round })) });

/** What was published of each day, newest first, by pages. */
export const useListFairDays = () =>
  usePages(listFairDays, {}, { rowsOf: (days) => days.map(({ day }) => ({ id: day })) });

/** The member's orders, those of one round if it is named, newest first, by pages. */
export function useListOrders(round?: number, only: string | null = null) {
  const input = only === null ? (round === undefined ? {} : { round }) : { order: only };
  return usePages(listOrders, input, { refetchInterval: usePollWhenBehind(pollMs) });
}

/** The order as it is now. */
export async function orderAgain(order: Order): Promise<Order> {
  const [now] = await call(listOrders, { order: order.id });
  return now ?? order;
}

/** The member's follows, newest first, by pages. */
export const useListFollows = () => usePages(listFollows, {}, { refetchInterval: usePollWhenBehind(pollMs) });

export function usePlaceOrder(onPlaced: (order: Order, message: string) => void) {
  return useMoneyCall(placeOrder, ({ value, message }) => onPlaced(value, message));
}

export function useCancelFollow(onCancelled: (follow: Follow, message: string) => void) {
  return useMoneyCall(cancelFollow, ({ value, message }) => onCancelled(value, message));
}
