import { bytesToHex } from '@noble/hashes/utils.js';
import { add, noUsdt, type Usdt } from '#core/money/amount.ts';
import { openRoot } from '#core/proofs/growing-root.ts';
import { type Category, type PerCategory, perCategory } from '#core/rounds/categories.ts';
import { payoutOf } from '#core/rounds/payout.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import type { CategoryOrders } from './closing.ts';
import { type OrderLeaf, orderNode, orderTree } from './orders.ts';
import type { CategoryPayment } from './transcript.ts';

/** The orders on one category: how many, their stakes, and what they are paid together if it wins, each rounded by itself; micro-USDT. */
interface CategorySums extends CategoryOrders {
  readonly ifWon: CategoryPayment;
}

/** What follows from the list of all orders of a round. */
export interface OrderSums {
  readonly count: number;
  /** `orderRoot`, lower-case hex. */
  readonly root: string;
  readonly categories: PerCategory<CategorySums>;
  /** The first order whose id is not above the one before, by its place; null where there is none. */
  readonly unsorted: { readonly place: number; readonly id: bigint } | null;
}

/** Takes the orders of a round one after another, ascending by id, and keeps none of them: a round of a million takes no more memory than one of ten. */
export interface OrderList {
  /** Throws what `orderNode` throws. */
  add(order: OrderLeaf): void;
  sums(): OrderSums;
}

const nothing: CategorySums = { count: 0, stake: noUsdt, ifWon: { paid: noUsdt, charity: noUsdt } };

/** An empty list of the orders of a round. */
export function openOrderList(round: RoundNumber): OrderList {
  const root = openRoot(orderTree);
  const categories = perCategory(() => nothing) as Record<Category, CategorySums>;
  let count = 0;
  let newest: bigint | null = null;
  let unsorted: OrderSums['unsorted'] = null;
  return {
    add(order) {
      root.add(orderNode(round, order));
      if (newest !== null && order.id <= newest) unsorted ??= { place: count, id: order.id };
      newest = order.id;
      count++;
      categories[order.category] = withOrder(categories[order.category], order.category, order.stake);
    },
    sums: () => ({ count, root: bytesToHex(root.top()), categories: { ...categories }, unsorted }),
  };
}

function withOrder({ count, stake, ifWon }: CategorySums, category: Category, one: Usdt): CategorySums {
  const { paid, charity } = payoutOf(category, one);
  return {
    count: count + 1,
    stake: add(stake, one),
    ifWon: { paid: add(ifWon.paid, paid), charity: add(ifWon.charity, charity) },
  };
}

/** The sums of a whole list of orders. Throws what `orderNode` throws. */
export function sumsOfOrders(round: RoundNumber, orders: Iterable<OrderLeaf>): OrderSums {
  const list = openOrderList(round);
  for (const order of orders) list.add(order);
  return list.sums();
}
