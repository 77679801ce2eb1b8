import type pg from 'pg';
import type { OutputOf } from '#contract/operation.ts';
import type { OpenBusiness, getDeletion as operation } from '#contract/own-data.ts';
import { usdt } from '#core/money/amount.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';

export interface GetDeletionDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<LedgerReader, 'balancesOf'>;
}

/** What is still open in the member's account, and the points that would lapse. */
export async function getDeletion(
  { pool, ledger }: GetDeletionDependencies,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const [open, balances] = await Promise.all([
    pool.query<{ what: OpenBusiness; amount: bigint | null }>({
      name: 'open business',
      text: 'select what, amount from open_business($1)',
      values: [memberId],
    }),
    ledger.balancesOf(memberId),
  ]);
  return {
    open: open.rows.map(({ what, amount }) => ({ what, amount: amount === null ? null : usdt(amount) })),
    points: Number((balances?.assistance ?? 0n) + (balances?.promotion ?? 0n)),
  };
}
