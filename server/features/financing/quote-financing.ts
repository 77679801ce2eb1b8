import type { quoteFinancing as operation } from '#contract/financing.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { fullInterest, maturesAt, payoffSchedule } from '#core/financing/interest.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { requireProduct } from './require-product.ts';

/** The payoff of a subscription made now, day by day, by the code that later pays it. */
export async function quoteFinancing(
  {
    ledger,
    clock,
    offers,
  }: {
    readonly ledger: Pick<Ledger, 'houseBalances'>;
    readonly clock: { now(): number };
    readonly offers: Pick<ProductOffers, 'changes'>;
  },
  { product: productId, amount }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const now = Math.trunc(clock.now());
  const product = requireProduct(productId, amount, now, offers.changes());
  const funds = (await ledger.houseBalances()).get('yield') ?? 0n;
  return {
    product: product.id,
    amount,
    startsAt: now,
    maturesAt: maturesAt(product, now),
    payoffs: payoffSchedule(product, amount),
    covered: fullInterest(product, amount) <= funds,
  };
}
