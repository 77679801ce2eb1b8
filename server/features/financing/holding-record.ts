import type { Holding } from '#contract/financing.ts';
import { daysEarned, interestAfter } from '#core/financing/interest.ts';
import type { StoredHolding } from './holding-store.ts';

/** The holding in the contract's form, at that time. */
export function holdingRecord(holding: StoredHolding, now: number): Holding {
  const { id, product, terms, amount, state, subscribedAt, maturesAt, endedAt, interest, interestReserved } = holding;
  const day = daysEarned(terms, subscribedAt, endedAt ?? now);
  return {
    id,
    product,
    ...terms,
    amount,
    state,
    subscribedAt,
    maturesAt,
    endedAt,
    daysEarned: day,
    interest: interest ?? interestAfter(terms, amount, day),
    interestAtMaturity: interestReserved,
  };
}
