import { type Kysely, sql, type Transaction } from 'kysely';
import type { DepositReason } from '#contract/deposits.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import type { RequestIdentity } from '#server/ledger/request-once.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { lockInTransaction } from '#server/platform/locks.ts';

export interface StoredDeposit {
  readonly memberId: bigint;
  readonly id: string;
  readonly channel: string;
  /** What came in; until that is known, what was announced. */
  readonly amount: Usdt;
  readonly announced: Usdt | null;
  readonly address: string;
  readonly requestedAt: number;
  readonly state: 'requested' | 'seen' | 'confirmed' | 'rejected';
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

/** A recorded request, with the hash of its input. */
export interface RecordedRequest {
  readonly deposit: StoredDeposit;
  readonly inputHash: string;
}

type Tables = Kysely<unknown>;

/** What came in on a network may be more than a bigint holds. */
export type DepositRow = Dated<Omit<StoredDeposit, 'amount'>, 'requestedAt' | 'confirmedAt' | 'reviewedAt'> & {
  readonly amount: string;
};

export const depositColumns = sql`member_id as "memberId", id, channel, coalesce(arrived, amount) as amount, amount as announced,
  address, requested_at as "requestedAt", state, reason, transfer, transaction_hash as "transactionHash", confirmations,
  confirmed_at as "confirmedAt", image_id as image, reviewed_at as "reviewedAt", reviewed_by as "reviewedBy"`;

/** That the rail still works on it. */
export const isOpen = sql`state in ('requested', 'seen')`;

/** The deposit as stored, in the domain's types. */
export const depositOf = (row: DepositRow): StoredDeposit => ({ ...inMs(row), amount: usdt(BigInt(row.amount)) });

/**
 * Records a requested deposit, or returns the one recorded under its key, with the hash of its input. `admit` checks limits and claims
 * what the deposit names, in its transaction and under the lock of the member's deposits.
 */
export async function recordRequest(
  tables: Tables,
  { memberId, id, channel, amount, address, requestedAt, image }: RequestedDeposit,
  { key, inputHash }: RequestIdentity,
  admit: (transaction: Transaction<unknown>) => Promise<void>,
): Promise<RecordedRequest> {
  return await tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'depositsOfMember', memberId);
    const known = await findRequest(transaction, memberId, key);
    if (known) return known;
    await admit(transaction);
    const { rows } = await sql<DepositRow>`
      insert into deposit
        (member_id, id, channel, amount, address, requested_at, state, confirmations, image_id, request_key, input_hash)
      values (${memberId}, ${id}, ${channel}, ${amount}, ${address}, ${new Date(requestedAt)}, 'requested', 0, ${image},
        ${key}, ${inputHash})
      returning ${depositColumns}`.execute(transaction);
    const [deposit] = rows.map(depositOf);
    if (!deposit) throw new Error(`deposit ${id} of member ${memberId} was not recorded`);
    return { deposit, inputHash };
  });
}

/** The deposit that the key stands for, with the hash it came with; null for an unused key. */
async function findRequest(tables: Tables, memberId: bigint, key: string): Promise<RecordedRequest | null> {
  const { rows } = await sql<DepositRow & { readonly inputHash: string }>`
    select ${depositColumns}, input_hash as "inputHash" from deposit
    where member_id = ${memberId} and request_key = ${key}`.execute(tables);
  if (!rows[0]) return null;
  const { inputHash, ...row } = rows[0];
  return { deposit: depositOf(row), inputHash };
}

/** The member's deposit, or null: another member's is as unknown as one that never was. */
export async function findDeposit(tables: Tables, memberId: bigint, id: string): Promise<StoredDeposit | null> {
  // A transaction decides on it.
  const lock = tables.isTransaction ? sql`for update` : sql``;
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposit where member_id = ${memberId} and id = ${id} ${lock}`.execute(tables);
  return rows[0] ? depositOf(rows[0]) : null;
}

/** Gives an open deposit that has no image this one. */
export async function addImage(tables: Tables, memberId: bigint, id: string, image: string): Promise<void> {
  await sql`
    update deposit set image_id = ${image}
    where member_id = ${memberId} and id = ${id} and image_id is null and ${isOpen}`.execute(tables);
}

/** Records an operator's look at an announced deposit, and its refusal if there is one. */
export async function reviewDeposit(
  transaction: Transaction<unknown>,
  { memberId, id }: StoredDeposit,
  { by, at, refusal }: { readonly by: string; readonly at: number; readonly refusal: DepositReason | null },
): Promise<void> {
  const refused = refusal === null ? sql`` : sql`, state = 'rejected', reason = ${refusal}`;
  await sql`
    update deposit set reviewed_at = ${new Date(at)}, reviewed_by = ${by} ${refused}
    where member_id = ${memberId} and id = ${id}`.execute(transaction);
}

/** Newest first; `before` leaves out that deposit and the newer ones. */
export async function depositsOf(
  tables: Tables,
  memberId: bigint,
  before: string | null,
  limit: number,
): Promise<StoredDeposit[]> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposit
    where member_id = ${memberId} and (${before}::text is null or id < ${before}) order by id desc limit ${limit}`.execute(
    tables,
  );
  return rows.map(depositOf);
}

/** Deposits that the rail still works on, oldest first, after that id. */
export async function openDepositsAfter(tables: Tables, afterId: string, limit: number): Promise<StoredDeposit[]> {
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposit where ${isOpen} and id > ${afterId} order by id limit ${limit}`.execute(
    tables,
  );
  return rows.map(depositOf);
}

/** Moves an open deposit on to a later state. False when it has that state or a later one already. */
export async function moveDepositOn(
  tables: Tables,
  { memberId, id }: StoredDeposit,
  state: 'seen' | 'rejected',
  confirmations: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deposit set state = ${state}, confirmations = ${confirmations}
    where member_id = ${memberId} and id = ${id} and ${isOpen} and confirmations <= ${confirmations}
      and (state, confirmations) is distinct from (${state}, ${confirmations}::smallint)`.execute(tables);
  return numAffectedRows === 1n;
}
