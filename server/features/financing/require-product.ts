import { type FinancingProduct, productOf } from '#core/financing/products.ts';
import type { Usdt } from '#core/money/amount.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** The product; refuses an amount outside its bounds. */
export function requireProduct(id: string, amount: Usdt): FinancingProduct {
  const product = productOf(id);
  if (!product) throw new Refusal('productUnknown');
  const { minimum, maximum } = product;
  if (amount < minimum || amount > maximum) {
    throw new Refusal('amountOutsideProduct', { minimum, maximum });
  }
  return product;
}
