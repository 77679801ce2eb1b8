import type { ErrorCode } from '#contract/errors.ts';
import { subscribe } from '#contract/financing.ts';
import { parseAmount, type Usdt, usdt } from '#core/money/amount.ts';
import { decodeForm } from '#web/platform/api/form.ts';

/** At which field the server's refusals belong. */
export const refusalPlaces: Readonly<Partial<Record<ErrorCode, 'amount'>>> = {
  amountMissing: 'amount',
  amountInvalid: 'amount',
  amountOutsideProduct: 'amount',
  insufficientFunds: 'amount',
  productClosed: 'amount',
};

/** What is quoted until an amount is typed. */
export const exampleAmount: Usdt = usdt(1_000_000_000n);

/** The amount to quote: what is typed as far as the product takes it, else the example. */
export function quotedAmount(typed: string, limits: { readonly minimum: Usdt; readonly maximum: Usdt }): Usdt {
  const amount = parseAmount('USDT', typed);
  return amount !== null && amount >= limits.minimum && amount <= limits.maximum ? amount : exampleAmount;
}

/** What to send for what was typed, or what is wrong with it. */
export function readSubscription(product: string, amount: string) {
  return decodeForm(subscribe, { product, amount });
}

/** Heights of the bars, each a share of the highest. */
export function barHeights(interests: readonly bigint[]): number[] {
  let highest = 1n;
  for (const interest of interests) if (interest > highest) highest = interest;
  return interests.map((one) => Number((one * 1000n) / highest) / 1000);
}
