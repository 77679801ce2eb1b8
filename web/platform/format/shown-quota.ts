import { subtract, truncate, type Usdt } from '#core/money/amount.ts';

export interface Quota {
  readonly authorization: Usdt;
  readonly locked: Usdt;
  readonly available: Usdt;
}

/**
 * The quotas as they are printed with so few decimals. What is available and what there is in all are truncated; the lock limit is the
 * difference of the two, so that the printed parts add up to the printed total. It is less than one printed unit beside the exact one.
 */
export function shownQuota({ authorization, available }: Quota, decimals: 2 | 4): Quota {
  const total = truncate('USDT', authorization, decimals);
  const spendable = truncate('USDT', available, decimals);
  return { authorization: total, available: spendable, locked: subtract(total, spendable) };
}
