import type pg from 'pg';

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
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const sums = await client.query('select asset, balance from ledger.trial_balance order by asset');
    const differences = await client.query(
      'select account_id, balance, posted from ledger.balance_differences limit $1',
      [findingsMax],
    );
    const torn = await client.query('select transfer_id from ledger.torn_transfers limit $1', [findingsMax]);
    const unfounded = await client.query('select fault from ledger.unfounded limit $1', [findingsMax]);
    await client.query('commit');
    return {
      isSound:
        [differences, torn, unfounded].every(({ rows }) => rows.length === 0) &&
        sums.rows.every(({ balance }) => balance === '0'),
      sums: sums.rows,
      differences: differences.rows,
      tornTransfers: torn.rows,
      unfounded: unfounded.rows,
    };
  } finally {
    // Ends the transaction after a failure too.
    await client.query('rollback').catch(() => {});
    client.release();
  }
}
