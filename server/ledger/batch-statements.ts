import type { AccountId } from '#core/ledger/accounts.ts';
import type { Entry, RecordedTransfer } from '#core/ledger/batch.ts';
import { ownerOfPosting, type Posting, type Receipt, type Transfer } from '#core/ledger/transfer.ts';
import { arrayParameter, type ElementType, type ElementTypes } from './array-parameter.ts';
import type { Query } from './round-trip.ts';

/**
 * Locks the accounts of members, then those of the house, each in ascending order: the same in every process, so that batches cannot
 * deadlock, and those of the house, on which batches meet, for the shortest time. Returns one row: the accounts that are open, and
 * their balances.
 */
export function lockBalances(accounts: readonly AccountId[]): Query {
  return {
    name: 'ledger lock balances',
    text: `select array_agg(account_id), array_agg(balance)
      from (
        select b.account_id, b.balance
        from unnest($1::bigint[]) as wanted (account_id)
        join ledger.balances as b on b.member_id = wanted.account_id >> 5 and b.account_id = wanted.account_id
        order by b.account_id < 0, b.account_id
        for no key update of b
      ) as locked`,
    values: [arrayParameter('bigint', accounts)],
  };
}

/**
 * Looks idempotency keys up and reserves a block of transfer ids, after the locks: earlier commits are visible, and ids increase
 * along the history of each account. Returns at least one row [first id, key, input hash, id, reference, milliseconds].
 */
export function findKeys(transfers: readonly Transfer[], keys = column('text', transfers, ({ key }) => key)): Query {
  return {
    name: 'ledger find keys',
    text: `select step.first_id, t.idempotency_key, encode(t.input_hash, 'hex'), t.id, t.reference,
        (extract(epoch from t.at) * 1000)::bigint
      from (select nextval('ledger.transfer_ids') as first_id) as step
      left join ledger.transfers as t on t.idempotency_key = any($1::text[])`,
    values: [keys],
  };
}

export const begin: Query = { name: 'ledger begin', text: 'begin isolation level read committed', values: [] };
export const commit: Query = { name: 'ledger commit', text: 'commit', values: [] };
/**
 * Writes an empty record into the write-ahead log. When a session that waits for its standby is ended, PostgreSQL makes its commit
 * visible, replicated or not. Committing this record waits for the standby, which then has the log up to here.
 */
export const confirmReplicated: Query = {
  name: 'ledger confirm replicated',
  text: "select pg_logical_emit_message(true, 'clearlot', '')",
  values: [],
};
export const rollback: Query = { name: 'ledger rollback', text: 'rollback', values: [] };

/** The columns of transfers and their postings that are known before they are decided. */
export interface EncodedTransfers {
  readonly keys: Buffer;
  readonly transfers: readonly Buffer[];
  readonly postings: readonly Buffer[];
}

export function encodeTransfers(transfers: readonly Transfer[]): EncodedTransfers {
  const places: number[] = [];
  const postings: Posting[] = [];
  for (const transfer of transfers) {
    for (const [place, posting] of transfer.postings.entries()) {
      places.push(place);
      postings.push(posting);
    }
  }
  return {
    keys: column('text', transfers, ({ key }) => key),
    transfers: [
      column('bytea', transfers, ({ inputHash }) => inputHash),
      column('text', transfers, ({ kind }) => kind),
      column('text', transfers, ({ reference }) => reference),
      column('smallint', transfers, (transfer) => transfer.postings.length),
    ],
    postings: [
      column('bigint', postings, ownerOfPosting),
      arrayParameter('smallint', places),
      column('bigint', postings, ({ from }) => from),
      column('bigint', postings, ({ to }) => to),
      column('bigint', postings, ({ amount }) => amount),
    ],
  };
}

/**
 * Writes transfers and postings; database triggers update the balances and check both. The arrays are unnested in the select list: a
 * function in FROM would write all its rows down first. `receipts` and `entries` are those of the encoded transfers, in their order.
 */
export function insertTransfers(
  { keys, transfers, postings }: EncodedTransfers,
  receipts: readonly Receipt[],
  entries: readonly Entry[],
  at: Date,
): Query {
  return {
    name: 'ledger insert transfers',
    text: `with written as (
        insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
        select id, idempotency_key, input_hash, kind, reference, posting_count, $1::timestamptz
        from (
          select unnest($2::bigint[]) as id, unnest($3::text[]) as idempotency_key, unnest($4::bytea[]) as input_hash,
            unnest($5::text[]) as kind, unnest($6::text[]) as reference, unnest($7::smallint[]) as posting_count
        ) as t
      )
      insert into ledger.postings
        (member_id, place, from_account, to_account, amount, transfer_id, from_balance_after, to_balance_after)
      select unnest($8::bigint[]), unnest($9::smallint[]), unnest($10::bigint[]), unnest($11::bigint[]),
        unnest($12::bigint[]), unnest($13::bigint[]), unnest($14::bigint[]), unnest($15::bigint[])`,
    values: [
      at.toISOString(),
      column('bigint', receipts, ({ transferId }) => transferId),
      keys,
      ...transfers,
      ...postings,
      column('bigint', entries, ({ transferId }) => transferId),
      column('bigint', entries, ({ fromAfter }) => fromAfter),
      column('bigint', entries, ({ toAfter }) => toAfter),
    ],
  };
}

function column<Row, Type extends ElementType>(
  type: Type,
  rows: readonly Row[],
  of: (row: Row) => ElementTypes[Type],
): Buffer {
  return arrayParameter(type, rows.map(of));
}

export function readBalances(rows: readonly (string | null)[][]): Map<AccountId, bigint> {
  const [accounts, balances] = rows[0] ?? [];
  const balanceDigits = plainElements(balances);
  return new Map(
    plainElements(accounts).map((digits, place) => [BigInt(digits) as AccountId, BigInt(balanceDigits[place] ?? '')]),
  );
}

export function readKeys(rows: readonly (string | null)[][]): {
  readonly firstTransferId: bigint;
  readonly recorded: Map<string, RecordedTransfer>;
} {
  const recorded = new Map<string, RecordedTransfer>();
  for (const [, key, inputHash, transferId, reference, at] of rows) {
    if (!key || !inputHash || !transferId || !reference) continue;
    recorded.set(key, { inputHash, transferId: BigInt(transferId), reference, at: Number(at) });
  }
  return { firstTransferId: BigInt(rows[0]?.[0] ?? 0), recorded };
}

/** The elements of an array's text that needs no quotes; none for null (an aggregate over no rows). */
function plainElements(array: string | null | undefined): string[] {
  return array ? array.slice(1, -1).split(',') : [];
}
