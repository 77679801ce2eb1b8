import type { Product } from '#contract/financing.ts';
import { coveredPrincipal } from '#core/financing/interest.ts';
import { noUsdt, type Usdt, usdt } from '#core/money/amount.ts';
import { comingOffers } from '#core/products/coming.ts';
import { financingOffered, type OfferedProduct } from '#core/products/offers.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';

export interface ListProductsDependencies {
  readonly ledger: Pick<Ledger, 'houseBalances'>;
  readonly clock: { now(): number };
  readonly offers: Pick<ProductOffers, 'changes'>;
}

/** Every product, with the amount that the interest fund still covers. */
export async function listProducts({ ledger, clock, offers }: ListProductsDependencies): Promise<Product[]> {
  const funds = usdt((await ledger.houseBalances()).get('yield') ?? 0n);
  const [now, changes] = [clock.now(), offers.changes()];
  const coming = comingOffers(now, changes, financingOffered);
  return financingOffered(now, changes).map(({ isOpen, ...product }) => {
    const covered = coveredPrincipal(product, funds);
    const open = isOpen && covered >= product.minimum;
    return {
      ...{ ...product, open, capacity: open ? smaller(covered, product.maximum) : noUsdt },
      coming: coming
        .filter(({ item }) => item.id === product.id)
        .map(({ from, item }) => ({ from, ...comingOf(item) })),
    };
  });
}

function smaller(one: Usdt, other: Usdt): Usdt {
  if (one < other) return one;
  return other;
}

function comingOf({ isOpen, dailyRatePpm, minimum, maximum }: OfferedProduct) {
  return { isOpen, dailyRatePpm, minimum, maximum };
}
