import type pg from 'pg';
import type { TransferKind } from '#core/ledger/transfer.ts';
import type { Usdt } from '#core/money/amount.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

/** A transfer as it concerns one member. */
export interface MemberTransfer {
  readonly id: bigint;
  readonly kind: TransferKind;
  readonly reference: string;
  /** Product time. */
  readonly at: number;
  /** Change of the sum of the member's accounts. */
  readonly change: Usdt;
  /** The largest posting. */
  readonly amount: Usdt;
}

/** Both bounds are exclusive. */
export interface TransferRange {
  readonly kinds: readonly TransferKind[];
  readonly after: bigint;
  readonly before: bigint;
}

/** The member's transfers of those kinds and ids, at most `limit`: the newest, newest first, or the oldest, oldest first. */
export async function transfersOfMember(
  pool: pg.Pool,
  memberId: bigint,
  { kinds, after, before }: TransferRange,
  from: 'newest' | 'oldest',
  limit: number,
): Promise<MemberTransfer[]> {
  if (kinds.length === 0) return [];
  const { rows } = await pool.query<Dated<MemberTransfer, 'at'>>({
    name: `ledger ${from} transfers of member`,
    text: `${transfers} order by p.transfer_id ${from === 'newest' ? 'desc' : 'asc'} limit $5`,
    values: [memberId, kinds, after, before, limit],
  });
  return rows.map(inMs);
}

/** How many transfers of those kinds and ids the member has, without the ones in `except`; counted up to `limit`. */
export async function countTransfers(
  pool: pg.Pool,
  memberId: bigint,
  { kinds, after, before }: TransferRange,
  except: readonly bigint[],
  limit: number,
): Promise<number> {
  if (kinds.length === 0) return 0;
  const { rows } = await pool.query<{ count: number }>({
    name: 'ledger count of transfers of member',
    text: `select count(*)::integer as count from (
        select from ${ofMember} and t.id <> all($5::bigint[]) limit $6
      ) as counted`,
    values: [memberId, kinds, after, before, except, limit],
  });
  return rows[0]?.count ?? 0;
}

/** Each transfer once, by the first of the member's postings. */
const ofMember = `ledger.postings as p
  join ledger.transfers as t on t.id = p.transfer_id
  where p.member_id = $1 and t.kind = any($2::text[]) and p.transfer_id > $3 and p.transfer_id < $4
    and not exists (
      select from ledger.postings as earlier
      where earlier.member_id = p.member_id and earlier.transfer_id = p.transfer_id and earlier.place < p.place
    )`;

const transfers = `select t.id, t.kind, t.reference, t.at,
    (
      select coalesce(sum(case when to_account > 0 then amount else 0 end - case when from_account > 0 then amount else 0 end), 0)
      from ledger.postings where member_id = $1 and transfer_id = t.id
    )::bigint as change,
    (select max(amount) from ledger.postings where member_id = $1 and transfer_id = t.id) as amount
  from ${ofMember}`;
