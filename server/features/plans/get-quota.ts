import { sumsOf } from '#core/ledger/accounts.ts';
import type { Usdt } from '#core/money/amount.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';

export interface Quota {
  /** Always available plus locked. */
  readonly authorization: Usdt;
  readonly locked: Usdt;
  readonly available: Usdt;
}

/** The member's USDT: available and locked. */
export async function getQuota(ledgerReader: Pick<LedgerReader, 'balancesOf'>, memberId: bigint): Promise<Quota> {
  const { available, locked, total } = sumsOf((await ledgerReader.balancesOf(memberId)) ?? {});
  return { authorization: total, locked, available };
}
