import { type Kysely, sql, type Transaction } from 'kysely';
import type { DepositReason } from '#contract/deposits.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { lockInTransaction } from '#server/platform/locks.ts';

type DepositState = 'requested' | 'seen' | 'confirmed' | 'rejected';

export interface DepositTables {
  deposit: {
    member_id: bigint;
    id: string;
    channel: string;
    /** Announced. */
    amount: bigint | null;
    arrived: string | null;
    address: string;
    requested_at: Date;
    state: DepositState;
    reason: DepositReason | null;
    transfer: string | null;
    transaction_hash: string | null;
    confirmations: number;
    confirmed_at: Date | null;
    image_id: string | null;
    reviewed_at: Date | null;
    reviewed_by: string | null;
    request_key: string;
    input_hash: string;
  };
}

export interface StoredDeposit {
  readonly memberId: bigint;
  readonly id: string;
  readonly channel: string;
  /** What came in; until that is known, what was announced. */
  readonly amount: Usdt;
  readonly announced: Usdt | null;
  readonly address: string;
  readonly requestedAt: number;
  readonly state: DepositState;
  readonly reason: DepositReason | null;
  /** The rail's own name of the transfer that brought it. */
  readonly transfer: string | null;
  readonly transactionHash: string | null;
  readonly confirmations: number;
  readonly confirmedAt: number | null;
  /** Id of the member's image that proves it. */
  readonly image: string | null;
  /** When an operator last decided on it, and who. */
  readonly reviewedAt: number | null;
  readonly reviewedBy: string | null;
}

export type RequestedDeposit = Pick<
  StoredDeposit,
  'memberId' | 'id' | 'channel' | 'amount' | 'address' | 'requestedAt' | 'image'
>;

/** What identifies a request, so that a repeated one is recognised. */
export interface RequestIdentity {
  readonly key: string;
  readonly inputHash: string;
}

/** A recorded request, with the hash of its input. */
export interface RecordedRequest {
  readonly deposit: StoredDeposit;
  readonly inputHash: string;
}

type Tables = Kysely<DepositTables>;

/**
 * Records a requested deposit, or returns the one recorded under its key, with the hash of its input. `admit` checks limits and claims
 * what the deposit names, in its transaction and under the lock of the member's deposits.
 */
export async function recordRequest(
  tables: Tables,
  deposit: RequestedDeposit,
  { key, inputHash }: RequestIdentity,
  admit: (transaction: Transaction<DepositTables>) => Promise<void>,
): Promise<RecordedRequest> {
  const { memberId, amount, requestedAt } = deposit;
  return await tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'depositsOfMember', memberId);
    const known = await findRequest(transaction, memberId, key);
    if (known) return known;
    await admit(transaction);
    const row = await transaction
      .insertInto('deposit')
      .values({
        member_id: memberId,
        id: deposit.id,
        channel: deposit.channel,
        amount,
        address: deposit.address,
        requested_at: new Date(requestedAt),
        state: 'requested',
        confirmations: 0,
        image_id: deposit.image,
        request_key: key,
        input_hash: inputHash,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { deposit: depositOf(row), inputHash: row.input_hash };
  });
}

/** The deposit that the key stands for, with the hash it came with; null for an unused key. */
async function findRequest(tables: Tables, memberId: bigint, key: string): Promise<RecordedRequest | null> {
  const row = await tables
    .selectFrom('deposit')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return row ? { deposit: depositOf(row), inputHash: row.input_hash } : null;
}

/** The member's deposit, or null: another member's is as unknown as one that never was. */
export async function findDeposit(tables: Tables, memberId: bigint, id: string): Promise<StoredDeposit | null> {
  const reading = tables.selectFrom('deposit').selectAll().where('member_id', '=', memberId).where('id', '=', id);
  // A transaction decides on it.
  const row = await (tables.isTransaction ? reading.forUpdate() : reading).executeTakeFirst();
  return row ? depositOf(row) : null;
}

/** Gives an open deposit that has no image this one. */
export async function addImage(tables: Tables, memberId: bigint, id: string, image: string): Promise<void> {
  await tables
    .updateTable('deposit')
    .set({ image_id: image })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('image_id', 'is', null)
    .where('state', 'in', ['requested', 'seen'])
    .execute();
}

/** Records an operator's look at an announced deposit, and its refusal if there is one. */
export async function reviewDeposit(
  transaction: Transaction<DepositTables>,
  { memberId, id }: StoredDeposit,
  { by, at, refusal }: { readonly by: string; readonly at: number; readonly refusal: DepositReason | null },
): Promise<void> {
  await transaction
    .updateTable('deposit')
    .set({
      reviewed_at: new Date(at),
      reviewed_by: by,
      ...(refusal && { state: 'rejected' as const, reason: refusal }),
    })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .execute();
}

/** Newest first; `before` leaves out that deposit and the newer ones. */
export async function depositsOf(
  tables: Tables,
  memberId: bigint,
  before: string | null,
  limit: number,
): Promise<StoredDeposit[]> {
  let query = tables.selectFrom('deposit').selectAll().where('member_id', '=', memberId);
  if (before !== null) query = query.where('id', '<', before);
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(depositOf);
}

/** Deposits that the rail still works on, oldest first, after that id. */
export async function openDepositsAfter(tables: Tables, afterId: string, limit: number): Promise<StoredDeposit[]> {
  const rows = await tables
    .selectFrom('deposit')
    .selectAll()
    .where(sql<boolean>`state in ('requested', 'seen')`)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(depositOf);
}

/** Moves an open deposit on to a later state. False when it has that state or a later one already. */
export async function moveDepositOn(
  tables: Tables,
  { memberId, id }: StoredDeposit,
  state: 'seen' | 'rejected',
  confirmations: number,
): Promise<boolean> {
  const moved = await tables
    .updateTable('deposit')
    .set({ state, confirmations })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where(sql<boolean>`state in ('requested', 'seen') and confirmations <= ${confirmations}`)
    .where(sql<boolean>`(state, confirmations) is distinct from (${state}, ${confirmations}::smallint)`)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** The deposit as stored, in the domain's types. */
export function depositOf(row: DepositTables['deposit']): StoredDeposit {
  const counted = row.arrived === null ? row.amount : BigInt(row.arrived);
  if (counted === null) throw new Error(`deposit ${row.id} has no amount`);
  return {
    memberId: row.member_id,
    id: row.id,
    channel: row.channel,
    amount: usdt(counted),
    announced: row.amount === null ? null : usdt(row.amount),
    address: row.address,
    requestedAt: row.requested_at.getTime(),
    state: row.state,
    reason: row.reason,
    transfer: row.transfer,
    transactionHash: row.transaction_hash,
    confirmations: row.confirmations,
    confirmedAt: row.confirmed_at ? row.confirmed_at.getTime() : null,
    image: row.image_id,
    reviewedAt: row.reviewed_at ? row.reviewed_at.getTime() : null,
    reviewedBy: row.reviewed_by,
  };
}
