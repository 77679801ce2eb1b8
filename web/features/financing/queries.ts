import {
  getFinancingLog,
  type Holding,
  type HoldingState,
  listHoldings,
  listProducts,
  type Product,
  quoteFinancing,
  redeem,
  subscribe,
} from '#contract/financing.ts';
import type { Usdt } from '#core/money/amount.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useMoneyCall } from '#web/platform/api/use-money-call.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { msToMoment, msToNextMemberDay } from '#web/platform/next-day.ts';

/** Holdings accrue interest and mature on their own. */
const runningPollMs = 10_000;

/** The products; read again when an offer that comes begins. */
export function useListProducts() {
  return useRead(
    listProducts,
    {},
    {
      refetchInterval: ({ state: { data = [] } }) => {
        const begins = data.flatMap(({ coming }) => coming.map(({ from }) => msToMoment(from)));
        return begins.length > 0 && Math.min(...begins);
      },
    },
  );
}

/** The amount's payoff by day at the product's rate; the previous quote stays until the next arrives. */
export function useQuoteFinancing({ id, dailyRatePpm }: Pick<Product, 'id' | 'dailyRatePpm'>, amount: Usdt) {
  return useRead(
    quoteFinancing,
    { product: id, amount },
    {
      keyParts: [String(dailyRatePpm)],
      placeholderData: (before) => (before?.product === id ? before : undefined),
      retry: false,
    },
  );
}

export function useSubscribe(onSubscribed: (holding: Holding, message: string) => void) {
  return useMoneyCall(subscribe, ({ value, message }) => onSubscribed(value, message));
}

/** Reads the products and the quotes again: another offer holds. */
export const useReadOffersAgain = () => useInvalidate(listProducts, quoteFinancing);

export function useRedeem(onRedeemed: (message: string) => void) {
  return useMoneyCall(redeem, ({ message }) => onRedeemed(message));
}

/** The member's holdings, optionally by state, newest first, by pages. */
export function useListHoldings(state: HoldingState | 'all', only: string | null = null) {
  const input = only === null ? (state === 'all' ? {} : { status: state }) : { holding: only };
  return usePages(listHoldings, input, {
    refetchInterval: ({ state: query }) =>
      query.data?.pages.flat().some((holding) => holding.state === 'running') ? runningPollMs : false,
  });
}

export function useGetFinancingLog() {
  return useRead(
    getFinancingLog,
    {},
    { refetchInterval: ({ state }) => (state.data && state.data.invested > 0n ? runningPollMs : msToNextMemberDay()) },
  );
}
