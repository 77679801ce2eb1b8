import type { FinancingProduct } from '#core/financing/products.ts';
import type { Usdt } from '#core/money/amount.ts';
import { financingOffered, type OfferChange } from '#core/products/offers.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** The product as it is offered now; refuses an amount outside its bounds, and one that is closed. */
export function requireProduct(
  id: string,
  amount: Usdt,
  now: number,
  changes: readonly OfferChange[],
): FinancingProduct {
  const offered = financingOffered(now, changes).find((one) => one.id === id);
  if (!offered) throw new Refusal('productUnknown');
  const { isOpen, ...product } = offered;
  if (!isOpen) throw new Refusal('productPaused');
  const { minimum, maximum } = product;
  if (amount < minimum || amount > maximum) {
    throw new Refusal('amountOutsideProduct', { minimum, maximum });
  }
  return product;
}
