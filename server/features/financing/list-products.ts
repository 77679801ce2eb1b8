import type { Product } from '#contract/financing.ts';
import { coveredPrincipal } from '#core/financing/interest.ts';
import { financingProducts } from '#core/financing/products.ts';
import { noUsdt, type Usdt, usdt } from '#core/money/amount.ts';
import type { Ledger } from '#server/ledger/ledger.ts';

/** Every product, with the amount that the interest fund still covers. */
export async function listProducts(ledger: Pick<Ledger, 'houseBalances'>): Promise<Product[]> {
  const funds = usdt((await ledger.houseBalances()).get('yield') ?? 0n);
  return financingProducts.map((product) => {
    const covered = coveredPrincipal(product, funds);
    const open = covered >= product.minimum;
    return { ...product, open, capacity: open ? smaller(covered, product.maximum) : noUsdt };
  });
}

function smaller(one: Usdt, other: Usdt): Usdt {
  if (one < other) return one;
  return other;
}
