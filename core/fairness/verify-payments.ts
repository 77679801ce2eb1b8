import { add, noUsdt, type Usdt } from '#core/money/amount.ts';
import { type Category, categories, type Digits, perCategory, wins } from '#core/rounds/categories.ts';
import { charityParts, payoutOf } from '#core/rounds/payout.ts';
import type { CategoryOrders } from './closing.ts';
import { type OrderLeaf, orderRoot } from './orders.ts';
import type { CategoryPayment, Compare, RoundTranscript } from './transcript.ts';

/** Holds the published root and sums against the list of all orders, where the transcript has it. */
export function compareOrders({ closing, orders }: RoundTranscript, compare: Compare): void {
  if (!orders) return;
  const unsorted = orders.findIndex(({ id }, place) => place > 0 && id <= (orders[place - 1]?.id ?? id));
  if (unsorted !== -1) compare(`orders[${unsorted}].id`, orders[unsorted]?.id, 'above the one before');
  compare('closing.root', closing.root, orderRoot(closing.round, orders));
  for (const category of categories) {
    const own = orders.filter((order) => order.category === category);
    compare(`closing.orders.${category}.count`, closing.orders[category].count, own.length);
    compare(`closing.orders.${category}.stake`, closing.orders[category].stake, stakesOf(own));
  }
}

/**
 * Holds what was paid against the outcome; `digits` is null for a void round. With the list of orders each amount is exact. From the sums alone it is
 * exact for a single order, and for `count` orders less than `count` micro-USDT is left open, because each order is rounded by itself.
 */
export function comparePayments(
  { closing, payments, orders }: RoundTranscript,
  digits: Digits | null,
  compare: Compare,
): void {
  const listed = orders && exactPayments(orders, digits);
  for (const category of categories) {
    const claimed = payments[category];
    const due = listed?.[category] ?? nearestPayment(claimed, category, closing.orders[category], digits);
    compare(`payments.${category}.paid`, claimed.paid, due.paid);
    compare(`payments.${category}.charity`, claimed.charity, due.charity);
  }
}

const stakesOf = (orders: readonly OrderLeaf[]): Usdt => orders.reduce((total, { stake }) => add(total, stake), noUsdt);

const nothing: CategoryPayment = { paid: noUsdt, charity: noUsdt };

function exactPayments(orders: readonly OrderLeaf[], digits: Digits | null): Record<Category, CategoryPayment> {
  return perCategory((category) => {
    const own = orders.filter((order) => order.category === category);
    if (digits === null) return { paid: stakesOf(own), charity: noUsdt };
    if (!wins(category, digits)) return nothing;
    return own.reduce((total, { stake }) => {
      const { paid, charity } = payoutOf(category, stake);
      return { paid: add(total.paid, paid), charity: add(total.charity, charity) };
    }, nothing);
  });
}

/** The payment that sums allow: the claimed one where it is possible for so many orders, else that of one order with all the stakes. */
function nearestPayment(
  claimed: CategoryPayment,
  category: Category,
  { count, stake }: CategoryOrders,
  digits: Digits | null,
): CategoryPayment {
  if (digits === null) return { paid: stake, charity: noUsdt };
  if (count === 0 || !wins(category, digits)) return nothing;
  const whole = payoutOf(category, stake);
  const winning = add(claimed.paid, claimed.charity);
  const isWithin = (value: bigint, most: bigint): boolean => value <= most && most - value < BigInt(count);
  const isPossible = isWithin(winning, whole.winning) && isWithin(claimed.charity, winning / charityParts);
  return isPossible ? claimed : whole;
}
