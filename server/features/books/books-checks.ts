import type pg from 'pg';
import type { TrialBalanceCheck } from '#contract/books.ts';
import { type Asset, amount, toDecimal } from '#core/money/amount.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import type { Log } from '#server/platform/log.ts';

/** Checks are kept for a year. */
const keptDays = 366;

export interface CheckBooksDependencies {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly wallNow: () => number;
}

/** Recomputes every balance from all postings, holds points against acts, and records the outcome: scheduled work. */
export async function checkBooks({ pool, log, wallNow }: CheckBooksDependencies): Promise<void> {
  const startedAt = wallNow();
  const report = await checkTrialBalance(pool);
  if (!report.isSound) log.fatal({ report }, 'the ledger does not balance');
  await pool.query(
    `with expired as (delete from trial_balance_check where at < $1::timestamptz - $7 * interval '1 day')
     insert into trial_balance_check (at, is_sound, sums, differences, torn_transfers, unfounded, took_ms)
     values ($1, $2, $3::jsonb, $4, $5, $8, $6) on conflict do nothing`,
    [
      new Date(startedAt),
      report.isSound,
      JSON.stringify(Object.fromEntries(report.sums.map(({ asset, balance }) => [asset, balance]))),
      report.differences.length,
      report.tornTransfers.length,
      Math.trunc(wallNow() - startedAt),
      keptDays,
      report.unfounded.length,
    ],
  );
}

/** Checks before a moment, newest first. */
export async function readChecks(
  pool: pg.Pool,
  { before, isUnsound, most }: { readonly before: number | null; readonly isUnsound: boolean; readonly most: number },
): Promise<TrialBalanceCheck[]> {
  const { rows } = await pool.query<{
    at: Date;
    is_sound: boolean;
    sums: Record<Asset, string>;
    differences: number;
    torn_transfers: number;
    unfounded: number;
    took_ms: number;
  }>(
    `select * from trial_balance_check where ($1::timestamptz is null or at < $1) and not (is_sound and $2)
     order by at desc limit $3`,
    [before === null ? null : new Date(before), isUnsound, most],
  );
  return rows.map(({ at, is_sound, sums, differences, torn_transfers, unfounded, took_ms }) => ({
    at: at.getTime(),
    isSound: is_sound,
    sums: (Object.entries(sums) as [Asset, string][]).map(([asset, sum]) => ({
      asset,
      amount: toDecimal(asset, amount(asset, BigInt(sum))),
    })),
    differences,
    tornTransfers: torn_transfers,
    unfounded,
    tookMs: took_ms,
  }));
}
