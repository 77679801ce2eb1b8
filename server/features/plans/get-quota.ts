import { noUsdt, type Usdt, usdt } from '#core/money/amount.ts';
import type { Books } from '#server/ledger/books.ts';

export interface Quota {
  /** Available plus locked, always. */
  readonly authorization: Usdt;
  readonly locked: Usdt;
  readonly available: Usdt;
}

/** What the member's USDT accounts hold: what is free, and what is set aside. */
export async function getQuota(books: Pick<Books, 'balancesOf'>, memberId: bigint): Promise<Quota> {
  const balances = await books.balancesOf(memberId);
  if (!balances) return { authorization: noUsdt, locked: noUsdt, available: noUsdt };
  const { available, plans, financing, stakes, withdrawing } = balances;
  const locked = usdt(plans + financing + stakes + withdrawing);
  return { authorization: usdt(available + locked), locked, available };
}
