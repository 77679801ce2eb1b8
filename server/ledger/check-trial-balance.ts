import type pg from 'pg';
import { inTransaction, readingOneMoment } from '#server/platform/database/transaction.ts';

export interface TrialBalanceReport {
  readonly isSound: boolean;
  /** Sum of all balances of each asset: 0 in a consistent ledger. */
  readonly sums: readonly { readonly asset: string; readonly balance: string }[];
  /** Accounts whose balance is not the sum of their postings: none in a consistent ledger. At most `findingsMax` are listed. */
  readonly differences: readonly { readonly account_id: bigint; readonly balance: bigint; readonly posted: string }[];
  /** Transfers that lack some of their postings, or postings that lack their transfer: none in a consistent ledger. */
  readonly tornTransfers: readonly { readonly transfer_id: bigint }[];
  /** Points, bets and drawn entries, and what stands for them, without each other: none in a consistent ledger. */
  readonly unfounded: readonly { readonly fault: string }[];
}

/** Most findings of one kind in a report. */
const findingsMax = 100;

/** Recomputes all balances from all postings, and holds all points, bets and drawn entries against what moved for them, in one snapshot. Reads every row: for scheduled work. */
export async function checkTrialBalance(pool: pg.Pool): Promise<TrialBalanceReport> {
  const read = async (client: pg.PoolClient): Promise<TrialBalanceReport> => {
    const sums = await client.query('select asset, balance from ledger.trial_balance order by asset');
    const differences = await client.query(
      'select account_id, balance, posted from ledger.balance_differences limit $1',
      [findingsMax],
    );
    const torn = await client.query('select transfer_id from ledger.torn_transfers limit $1', [findingsMax]);
    const unfounded = await client.query('select fault from ledger.unfounded limit $1', [findingsMax]);
    return {
      isSound:
        [differences, torn, unfounded].every(({ rows }) => rows.length === 0) &&
        sums.rows.every(({ balance }) => balance === '0'),
      sums: sums.rows,
      differences: differences.rows,
      tornTransfers: torn.rows,
      unfounded: unfounded.rows,
    };
  };
  return await inTransaction(pool, read, readingOneMoment);
}
