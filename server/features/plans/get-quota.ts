import { sumsOf } from '#core/ledger/accounts.ts';
import type { Usdt } from '#core/money/amount.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';

export interface Quota {
  /** Available plus locked, always. */
  readonly authorization: Usdt;
  readonly locked: Usdt;
  readonly available: Usdt;
}

/** What the member's USDT accounts hold: what is free, and what is set aside. */
export async function getQuota(books: Pick<LedgerReader, 'balancesOf'>, memberId: bigint): Promise<Quota> {
  const { available, locked, total } = sumsOf((await books.balancesOf(memberId)) ?? {});
  return { authorization: total, locked, available };
}
