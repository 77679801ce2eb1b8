import { add, noUsdt } from '#core/money/amount.ts';
import { type Category, categories, type Digits, wins } from '#core/rounds/categories.ts';
import { charityParts, payoutOf } from '#core/rounds/payout.ts';
import type { CategoryOrders } from './closing.ts';
import type { OrderSums } from './order-sums.ts';
import type { CategoryPayment, Compare, RoundTranscript } from './transcript.ts';

/** Holds the published root and sums against those of the list of all orders. */
export function compareOrders({ closing }: RoundTranscript, listed: OrderSums, compare: Compare): void {
  const { unsorted, root } = listed;
  if (unsorted) compare(`orders[${unsorted.place}].id`, unsorted.id, 'above the one before');
  compare('closing.root', closing.root, root);
  for (const category of categories) {
    const { count, stake } = listed.categories[category];
    compare(`closing.orders.${category}.count`, closing.orders[category].count, count);
    compare(`closing.orders.${category}.stake`, closing.orders[category].stake, stake);
  }
}

/**
 * Holds what was paid against the outcome; `digits` is null for a void round. With the list of orders each amount is exact. From the sums alone it is
 * exact for a single order, and for `count` orders less than `count` micro-USDT is left open, because each order is rounded by itself.
 */
export function comparePayments(
  { closing, payments }: RoundTranscript,
  digits: Digits | null,
  listed: OrderSums | null,
  compare: Compare,
): void {
  for (const category of categories) {
    const claimed = payments[category];
    const due = listed
      ? exactPayment(listed, category, digits)
      : nearestPayment(claimed, category, closing.orders[category], digits);
    compare(`payments.${category}.paid`, claimed.paid, due.paid);
    compare(`payments.${category}.charity`, claimed.charity, due.charity);
  }
}

const nothing: CategoryPayment = { paid: noUsdt, charity: noUsdt };

function exactPayment(listed: OrderSums, category: Category, digits: Digits | null): CategoryPayment {
  const { stake, ifWon } = listed.categories[category];
  if (digits === null) return { paid: stake, charity: noUsdt };
  return wins(category, digits) ? ifWon : nothing;
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
