import type { ErrorCode } from '#contract/errors.ts';
import { type Product, subscribe } from '#contract/financing.ts';
import { parseAmount, type Usdt, usdt } from '#core/money/amount.ts';
import { decodeForm } from '#web/platform/api/form.ts';

/** The field of each refusal. */
export const refusalFields: Readonly<Partial<Record<ErrorCode, 'amount'>>> = {
  amountMissing: 'amount',
  amountInvalid: 'amount',
  amountOutsideProduct: 'amount',
  insufficientFunds: 'amount',
  productClosed: 'amount',
};

/** Refusals that another offer than the one shown is the reason of. */
export const ofOtherOffers: ReadonlySet<ErrorCode> = new Set([
  'productRateChanged',
  'productPaused',
  'productClosed',
  'amountOutsideProduct',
]);

/** Example amount for the quote, as far as the product takes it. */
export const exampleAmount: Usdt = usdt(1_000_000_000n);

/** The amount to quote: the typed one if the product accepts it, else the example. */
export function quotedAmount(
  typed: string,
  { minimum, maximum }: { readonly minimum: Usdt; readonly maximum: Usdt },
): Usdt {
  const amount = parseAmount('USDT', typed);
  if (amount !== null && amount >= minimum && amount <= maximum) return amount;
  if (exampleAmount < minimum) return minimum;
  return exampleAmount > maximum ? maximum : exampleAmount;
}

/** The input to submit, with the rate that the member read, or the errors. */
export function readSubscription({ id, dailyRatePpm }: Pick<Product, 'id' | 'dailyRatePpm'>, amount: string) {
  return decodeForm(subscribe, { product: id, amount, rate: String(dailyRatePpm) });
}

/** Heights of the bars as shares of the highest. */
export function barHeights(interests: readonly bigint[]): number[] {
  let highest = 1n;
  for (const interest of interests) if (interest > highest) highest = interest;
  return interests.map((one) => Number((one * 1000n) / highest) / 1000);
}
