import type pg from 'pg';
import type { AccountRecord, RecordPosting } from '#contract/wallet.ts';
import {
  accountFromNumber,
  describeAccount,
  isMemberAccount,
  type MemberAccountName,
  shardCount,
} from '#core/ledger/accounts.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { filteredSides, filterValues, type RecordFilter, type RecordReader } from './record-filter.ts';

/** Cursor of a record in the member's history: the transfer, the posting in it, and the side of the posting. */
export interface RecordPlace {
  readonly transferId: bigint;
  readonly place: number;
  /** 0 is the debited side. */
  readonly side: number;
}

export interface TransferPostings {
  readonly kind: TransferKind;
  readonly reference: string;
  readonly at: number;
  readonly recordedAt: number;
  readonly postings: readonly RecordPosting[];
}

const recordsOfMember = `
  select p.transfer_id || '-' || p.place || '-' || side.side as id, p.transfer_id::text as "transferId",
    side.account_id as account, side.change as amount, side.balance, t.kind, t.reference, t.at
  ${filteredSides}
    and ($7::bigint is null or (p.transfer_id, p.place, side.side) < ($7, $8::smallint, $9::integer))
    and ($7::bigint is null or p.transfer_id <= $7)
  order by p.transfer_id desc, p.place desc, side.side desc
  limit $10`;

type RecordRow = Dated<Omit<AccountRecord, 'account' | 'asset'>, 'at'> & { readonly account: bigint };

/** Changes of the member's accounts, newest first, at most `limit`, after `before`. */
export async function listRecords(
  pool: pg.Pool,
  reader: RecordReader,
  { before, ...filter }: RecordFilter & { readonly before: RecordPlace | null },
  limit: number,
): Promise<AccountRecord[]> {
  const cursor = [before?.transferId ?? null, before?.place ?? null, before?.side ?? null];
  const { rows } = await pool.query<RecordRow>({
    name: 'records of member',
    text: recordsOfMember,
    values: [...filterValues(reader, filter), ...cursor, limit],
  });
  return rows.map(recordOf);
}

/** Whether the member has the record. */
export async function hasRecord(
  pool: pg.Pool,
  memberId: bigint,
  { transferId, place, side }: RecordPlace,
): Promise<boolean> {
  const { rows } = await pool.query(
    `select from ledger.postings where member_id = $1 and transfer_id = $2 and place = $3
      and case $4::integer when 0 then from_account else to_account end > 0`,
    [memberId, transferId, place, side],
  );
  return rows.length === 1;
}

function recordOf(row: RecordRow): AccountRecord {
  const { name, asset } = describeAccount(accountFromNumber(row.account));
  return { ...inMs(row), account: name as MemberAccountName, asset };
}

interface PostingRow {
  readonly kind: TransferKind;
  readonly reference: string;
  readonly at: Date;
  readonly recorded_at: Date;
  readonly member_id: bigint;
  readonly place: number;
  readonly from_account: bigint;
  readonly to_account: bigint;
  readonly amount: bigint;
  readonly from_balance_after: bigint;
  readonly to_balance_after: bigint;
}

/** The whole transfer, or null where none of that id touches the member. */
export async function findTransfer(
  pool: pg.Pool,
  memberId: bigint,
  transferId: bigint,
): Promise<TransferPostings | null> {
  const { rows } = await pool.query<PostingRow>(
    `select t.kind, t.reference, t.at, t.recorded_at, p.*
     from ledger.transfers as t join ledger.postings as p on p.transfer_id = t.id
     where t.id = $1 and p.member_id = any ($3::bigint[])
       and exists (select from ledger.postings as own where own.member_id = $2 and own.transfer_id = t.id)
     order by p.place`,
    [transferId, memberId, [memberId, ...houseOwners]],
  );
  const first = rows[0];
  if (!first) return null;
  return {
    kind: first.kind,
    reference: first.reference,
    at: first.at.getTime(),
    recordedAt: first.recorded_at.getTime(),
    postings: rows.map(postingOf),
  };
}

/** Owner ids of house accounts in a transfer's postings; another member's postings are never shown. */
const houseOwners = Array.from({ length: shardCount }, (_, shard) => BigInt(-1 - shard));

function postingOf(row: PostingRow): RecordPosting {
  const side = (number: bigint, balance: bigint): RecordPosting['from'] => {
    const account = accountFromNumber(number);
    const isMember = isMemberAccount(account);
    return {
      account: describeAccount(account).name,
      owner: isMember ? 'member' : 'house',
      balance: isMember ? balance : null,
    };
  };
  return {
    place: row.place,
    asset: describeAccount(accountFromNumber(row.from_account)).asset,
    amount: row.amount,
    from: side(row.from_account, row.from_balance_after),
    to: side(row.to_account, row.to_balance_after),
  };
}
