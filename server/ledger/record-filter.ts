import { type RecordAccount, type RecordRange, recordAccounts } from '#contract/wallet.ts';
import { memberAccount, memberAccounts } from '#core/ledger/accounts.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import type { Asset } from '#core/money/amount.ts';

/** Which of a member's records are meant; null, or left out, where anything is. */
export interface RecordFilter {
  readonly range?: RecordRange | null | undefined;
  readonly asset?: Asset | undefined;
  readonly account?: RecordAccount | null | undefined;
  /** First and last day in the reader's time zone, as YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly kinds?: readonly TransferKind[] | undefined;
  /** The beginning of a reference. With `kinds` either is enough. */
  readonly search?: string | undefined;
}

export interface RecordReader {
  readonly memberId: bigint;
  readonly timeZone: string;
  /** Product time. */
  readonly now: number;
}

/** Days are those of the reader's time zone, daylight saving time included. Opens a `with`. */
export const filterBounds = `
  with bounds as (
    select
      greatest(start_of_day($5::date, $2), case $4::text
        when 'today' then start_of_day(day, $2)
        when 'yesterday' then start_of_day(day - 1, $2)
        when 'week' then start_of_day(day - 6, $2)
        when 'month' then start_of_period('month', $3, $2)
      end) as since,
      least(start_of_day($6::date + 1, $2), case $4::text when 'yesterday' then start_of_day(day, $2) end) as until
    from (select member_day($3::timestamptz, $2) as day) as today
  )`;

/**
 * The filtered sides of the member's postings: one between two accounts of the member is two, so that each account's records add up to
 * its balance. Further conditions can follow.
 */
export const filteredSides = `
  from ledger.postings as p
  join ledger.transfers as t on t.id = p.transfer_id
  cross join bounds
  cross join lateral (values
    (0, p.from_account, -p.amount, p.from_balance_after),
    (1, p.to_account, p.amount, p.to_balance_after)
  ) as side (side, account_id, change, balance)
  where p.member_id = $1
    and (bounds.since is null or t.at >= bounds.since) and (bounds.until is null or t.at < bounds.until)
    and side.account_id > 0 and ($7::bigint[] is null or side.account_id = any ($7))
    and ($8::text[] is null and $9::text is null or t.kind = any ($8) or starts_with(upper(t.reference), upper($9)))`;

/** The values of both, $1 to $9. */
export function filterValues(
  { memberId, timeZone, now }: RecordReader,
  { range, asset, account, from, until, kinds, search }: RecordFilter,
): readonly unknown[] {
  return [
    memberId,
    timeZone,
    new Date(now),
    range ?? null,
    from ?? null,
    until ?? null,
    asset || account ? accountsOf(memberId, asset, account) : null,
    kinds ?? null,
    search ?? null,
  ];
}

/** The numbers of a member's accounts of that asset, and of that name. */
export function accountsOf(memberId: bigint, asset?: Asset, account?: RecordAccount | null): bigint[] {
  return recordAccounts
    .filter((name) => (!asset || memberAccounts[name].asset === asset) && (!account || name === account))
    .map((name) => memberAccount(memberId, name));
}
