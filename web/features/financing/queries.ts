import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMember } from '#contract/account.ts';
import {
  getFinancingLog,
  type Holding,
  type HoldingState,
  listHoldings,
  listProducts,
  quoteFinancing,
  redeem,
  subscribe,
} from '#contract/financing.ts';
import { getQuota } from '#contract/plan-offer.ts';
import { getPurse, getWallet, listAccountRecords } from '#contract/records.ts';
import type { Usdt } from '#core/money/amount.ts';
import { call } from '#web/platform/api/call.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';

/** What runs earns day by day and matures by itself. */
const runningPollMs = 10_000;
const pageSize = 20;

export function useProducts() {
  return useQuery({
    queryKey: [listProducts.name],
    queryFn: ({ signal }) => call(listProducts, {}, { signal }),
  });
}

/** What the amount would pay day by day; the last answer stays until the next one comes. */
export function useFinancingQuote(product: string, amount: Usdt) {
  return useQuery({
    queryKey: [quoteFinancing.name, product, String(amount)],
    queryFn: ({ signal }) => call(quoteFinancing, { product, amount }, { signal }),
    placeholderData: (before) => (before?.product === product ? before : undefined),
    retry: false,
  });
}

export function useSubscribe(onSubscribed: (holding: Holding, message: string) => void) {
  const client = useQueryClient();
  return useMoneyCall(subscribe, ({ value, message }) => {
    refresh(client);
    onSubscribed(value, message);
  });
}

export function useRedeem(onRedeemed: (message: string) => void) {
  const client = useQueryClient();
  return useMoneyCall(redeem, ({ message }) => {
    refresh(client);
    onRedeemed(message);
  });
}

/** The member's holdings of a state, or all of them, newest first, page by page. */
export function useHoldings(state: HoldingState | 'all') {
  return useInfiniteQuery({
    queryKey: [listHoldings.name, state],
    queryFn: ({ signal, pageParam }) =>
      call(listHoldings, { before: pageParam, ...(state === 'all' ? {} : { status: state }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    refetchInterval: ({ state: query }) =>
      query.data?.pages.flat().some((holding) => holding.state === 'running') ? runningPollMs : false,
  });
}

export function useEarnings() {
  return useQuery({
    queryKey: [getFinancingLog.name],
    queryFn: ({ signal }) => call(getFinancingLog, {}, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.invested > 0n ? runningPollMs : false),
  });
}

/** Everything that a subscription or its end changes: itself, the balances, the records. */
function refresh(client: QueryClient): void {
  const changed = [
    listProducts,
    quoteFinancing,
    listHoldings,
    getFinancingLog,
    getWallet,
    getPurse,
    getMember,
    getQuota,
    listAccountRecords,
  ];
  for (const { name } of changed) void client.invalidateQueries({ queryKey: [name] });
}
