import type { quoteFinancing as operation } from '#contract/financing.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { fullInterest, maturesAt, payoffSchedule } from '#core/financing/interest.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { requireProduct } from './require-product.ts';

/** The payoff of a subscription made now, day by day, by the code that later pays it. */
export async function quoteFinancing(
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'houseBalances'>; readonly clock: { now(): number } },
  { product: productId, amount }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const product = requireProduct(productId, amount);
  const now = Math.trunc(clock.now());
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
