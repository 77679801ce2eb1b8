import type { RecordRange } from '#contract/wallet.ts';
import { type MemberAccountName, memberAccount, memberAccountNames, memberAccounts } from '#core/ledger/accounts.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import type { Asset } from '#core/money/amount.ts';
import { type DayKey, dayAfter, memberDay, startOfDay } from '#core/time/member-day.ts';

/** Which of a member's records are meant; null, or left out, where anything is. */
export interface RecordFilter {
  readonly range?: RecordRange | null | undefined;
  readonly asset?: Asset | undefined;
  readonly account?: MemberAccountName | null | undefined;
  /** First and last day in the reader's time zone, as YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly kinds?: readonly TransferKind[] | undefined;
  /** The beginning of a reference. With `kinds` either is enough. */
  readonly search?: string | undefined;
  /** In place of what the days come to now. */
  readonly bounds?: RecordBounds | undefined;
}

/** From the first moment on, until before the second; null where there is no bound. */
export interface RecordBounds {
  readonly since: Date | null;
  readonly until: Date | null;
}

export interface RecordReader {
  readonly memberId: bigint;
  readonly timeZone: string;
  /** Product time. */
  readonly now: number;
}

/**
 * The filtered sides of the member's postings: one between two accounts of the member is two, so that each account's records add up to
 * its balance. Further conditions can follow.
 */
export const filteredSides = `
  from ledger.postings as p
  join ledger.transfers as t on t.id = p.transfer_id
  cross join lateral (values
    (0, p.from_account, -p.amount, p.from_balance_after),
    (1, p.to_account, p.amount, p.to_balance_after)
  ) as side (side, account_id, change, balance)
  where p.member_id = $1
    and ($2::timestamptz is null or t.at >= $2) and ($3::timestamptz is null or t.at < $3)
    and side.account_id > 0 and ($4::bigint[] is null or side.account_id = any ($4))
    and ($5::text[] is null and $6::text is null or t.kind = any ($5) or starts_with(upper(t.reference), upper($6)))`;

/** Its values, $1 to $6. Days are those of the reader's time zone, daylight saving time included. */
export function filterValues(reader: RecordReader, filter: RecordFilter): readonly unknown[] {
  const { memberId } = reader;
  const { asset, account, kinds, search } = filter;
  const { since, until } = filter.bounds ?? boundsOf(reader, filter);
  return [
    memberId,
    since,
    until,
    asset || account ? accountsOf(memberId, asset, account) : null,
    kinds ?? null,
    search ?? null,
  ];
}

/** Of the filter's days. */
export function boundsOf(
  { timeZone, now }: Omit<RecordReader, 'memberId'>,
  { range, from, until }: Pick<RecordFilter, 'range' | 'from' | 'until'>,
): RecordBounds {
  const today = memberDay(now, timeZone);
  const first = { today, yesterday: dayAfter(today, -1), week: dayAfter(today, -6), month: `${today.slice(0, 8)}01` };
  const starts = (days: readonly (DayKey | null | undefined)[]) =>
    days.flatMap((day) => (day ? [startOfDay(day, timeZone)] : []));
  const since = starts([from, range && first[range]]);
  const ends = starts([until && dayAfter(until), range === 'yesterday' ? today : null]);
  return {
    since: since.length === 0 ? null : new Date(Math.max(...since)),
    until: ends.length === 0 ? null : new Date(Math.min(...ends)),
  };
}

/** The numbers of a member's accounts of that asset, and of that name. */
export function accountsOf(memberId: bigint, asset?: Asset, account?: MemberAccountName | null): bigint[] {
  return memberAccountNames
    .filter((name) => (!asset || memberAccounts[name].asset === asset) && (!account || name === account))
    .map((name) => memberAccount(memberId, name));
}
