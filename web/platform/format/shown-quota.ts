import { subtract, truncate, type Usdt } from '#core/money/amount.ts';

export interface Quota {
  readonly authorization: Usdt;
  readonly locked: Usdt;
  readonly available: Usdt;
}

/**
 * The quotas as shown with few decimals. Available and total are truncated; locked is their difference, so that the shown parts add up to
 * the shown total. It differs from the exact value by less than one shown unit.
 */
export function shownQuota({ authorization, available }: Quota, decimals: 2 | 4): Quota {
  const total = truncate('USDT', authorization, decimals);
  const spendable = truncate('USDT', available, decimals);
  return { authorization: total, available: spendable, locked: subtract(total, spendable) };
}
