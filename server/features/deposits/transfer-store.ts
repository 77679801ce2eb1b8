import { type Kysely, sql } from 'kysely';
import type { DepositReason } from '#contract/deposits.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { IncomingTransfer } from './deposit-rail.ts';
import { type DepositRow, depositColumns, depositOf, isOpen, type StoredDeposit } from './deposit-store.ts';

/** Where a deposit stands by the network's sight of its transfer. */
export interface TransferStatus {
  readonly state: 'requested' | 'seen' | 'rejected';
  readonly confirmations: number;
  readonly reason?: DepositReason;
}

type Tables = Kysely<unknown>;

/**
 * The deposit of a transfer: the one it has already; else the member's open request of the same amount, or the newest one; else
 * a new unannounced one.
 */
export function matchTransfer(
  tables: Tables,
  incoming: IncomingTransfer,
  channel: string,
  now: number,
): Promise<StoredDeposit> {
  return tables.transaction().execute(async (transaction) => {
    // Found by the poll and by the member at the same time.
    await lockInTransaction(transaction, 'depositsOfMember', incoming.memberId);
    return (
      (await known(transaction, incoming)) ??
      (await announced(transaction, incoming, channel)) ??
      (await unannounced(transaction, incoming, channel, now))
    );
  });
}

/** Sets an open deposit to the state that its transfer has on the network now, which may be an earlier one. False when it has that state already. */
export async function placeTransfer(
  tables: Tables,
  { memberId, id }: StoredDeposit,
  { state, confirmations, reason }: TransferStatus,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deposit set state = ${state}, confirmations = ${confirmations}, reason = ${reason ?? null}
    where member_id = ${memberId} and id = ${id} and ${isOpen}
      and (state, confirmations) is distinct from (${state}, ${confirmations}::smallint)`.execute(tables);
  return numAffectedRows === 1n;
}

/** A rewritten chain may have changed what the same transaction moves: until the deposit has ended, the newest counts. */
async function known(
  tables: Tables,
  { memberId, transfer, amount }: IncomingTransfer,
): Promise<StoredDeposit | undefined> {
  await sql`
    update deposit set arrived = ${String(amount)}
    where member_id = ${memberId} and transfer = ${transfer} and ${isOpen} and arrived <> ${String(amount)}::numeric`.execute(
    tables,
  );
  const { rows } = await sql<DepositRow>`
    select ${depositColumns} from deposit where member_id = ${memberId} and transfer = ${transfer}`.execute(tables);
  return rows.map(depositOf)[0];
}

async function announced(
  tables: Tables,
  { memberId, transfer, transactionHash, amount }: IncomingTransfer,
  channel: string,
): Promise<StoredDeposit | undefined> {
  const { rows } = await sql<DepositRow>`
    update deposit set transfer = ${transfer}, transaction_hash = ${transactionHash}, arrived = ${String(amount)}
    where member_id = ${memberId} and id = (
      select id from deposit
      where member_id = ${memberId} and channel = ${channel} and transfer is null and state = 'requested'
      order by (amount = ${String(amount)}::numeric) desc, id desc limit 1)
    returning ${depositColumns}`.execute(tables);
  return rows.map(depositOf)[0];
}

async function unannounced(
  tables: Tables,
  { memberId, address, transfer, transactionHash, amount }: IncomingTransfer,
  channel: string,
  now: number,
): Promise<StoredDeposit> {
  const { rows } = await sql<DepositRow>`
    insert into deposit (member_id, id, channel, address, requested_at, state, confirmations, request_key, input_hash, transfer,
      transaction_hash, arrived)
    values (${memberId}, ${newPublicId(now)}, ${channel}, ${address}, ${new Date(now)}, 'requested', 0,
      ${`transfer ${transfer}`}, ${inputHashOf({ channel, amount })}, ${transfer}, ${transactionHash}, ${String(amount)})
    returning ${depositColumns}`.execute(tables);
  const [deposit] = rows.map(depositOf);
  if (!deposit) throw new Error(`the deposit of transfer ${transfer} was not recorded`);
  return deposit;
}
