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
import { getQuota } from '#contract/plans.ts';
import { getMember } from '#contract/profile.ts';
import { getPurse, getWallet, listAccountRecords } from '#contract/wallet.ts';
import type { Usdt } from '#core/money/amount.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';

/** What runs earns day by day and matures by itself. */
const runningPollMs = 10_000;

/** Everything that a subscription or its end changes: itself, the balances, the records. */
const moved = [
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

export function useListProducts() {
  return useRead(listProducts, {});
}

/** What the amount would pay day by day; the last answer stays until the next one comes. */
export function useQuoteFinancing(product: string, amount: Usdt) {
  return useRead(
    quoteFinancing,
    { product, amount },
    { placeholderData: (before) => (before?.product === product ? before : undefined), retry: false },
  );
}

export function useSubscribe(onSubscribed: (holding: Holding, message: string) => void) {
  const refresh = useInvalidate(...moved);
  return useMoneyCall(subscribe, ({ value, message }) => {
    refresh();
    onSubscribed(value, message);
  });
}

export function useRedeem(onRedeemed: (message: string) => void) {
  const refresh = useInvalidate(...moved);
  return useMoneyCall(redeem, ({ message }) => {
    refresh();
    onRedeemed(message);
  });
}

/** The member's holdings of a state, or all of them, newest first, page by page. */
export function useListHoldings(state: HoldingState | 'all') {
  return usePages(listHoldings, state === 'all' ? {} : { status: state }, {
    refetchInterval: ({ state: query }) =>
      query.data?.pages.flat().some((holding) => holding.state === 'running') ? runningPollMs : false,
  });
}

export function useGetFinancingLog() {
  return useRead(
    getFinancingLog,
    {},
    { refetchInterval: ({ state }) => (state.data && state.data.invested > 0n ? runningPollMs : false) },
  );
}
