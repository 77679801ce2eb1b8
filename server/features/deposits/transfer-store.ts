import { type Kysely, sql } from 'kysely';
import type { DepositReason } from '#contract/deposits.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { IncomingTransfer } from './deposit-rail.ts';
import { type DepositTables, depositOf, type StoredDeposit } from './deposit-store.ts';

/** Where a deposit stands by the network's sight of its transfer. */
export interface TransferStatus {
  readonly state: 'requested' | 'seen' | 'rejected';
  readonly confirmations: number;
  readonly reason?: DepositReason;
}

type Tables = Kysely<DepositTables>;

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
    const row =
      (await known(transaction, incoming)) ??
      (await announced(transaction, incoming, channel)) ??
      (await unannounced(transaction, incoming, channel, now));
    return depositOf(row);
  });
}

/** Sets an open deposit to the state that its transfer has on the network now, which may be an earlier one. False when it has that state already. */
export async function placeTransfer(
  tables: Tables,
  { memberId, id }: StoredDeposit,
  { state, confirmations, reason }: TransferStatus,
): Promise<boolean> {
  const moved = await tables
    .updateTable('deposit')
    .set({ state, confirmations, reason: reason ?? null })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where(sql<boolean>`state in ('requested', 'seen')`)
    .where(sql<boolean>`(state, confirmations) is distinct from (${state}, ${confirmations}::smallint)`)
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** A rewritten chain may have changed what the same transaction moves: until the deposit has ended, the newest counts. */
async function known(tables: Tables, { memberId, transfer, amount }: IncomingTransfer) {
  const ofTransfer = tables
    .selectFrom('deposit')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('transfer', '=', transfer);
  const row = await ofTransfer.executeTakeFirst();
  if (!row || row.state === 'confirmed' || row.state === 'rejected' || row.arrived === String(amount)) return row;
  return tables
    .updateTable('deposit')
    .set({ arrived: String(amount) })
    .where('member_id', '=', memberId)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirst();
}

function announced(tables: Tables, incoming: IncomingTransfer, channel: string) {
  const { memberId, amount } = incoming;
  return tables
    .updateTable('deposit')
    .set(broughtBy(incoming))
    .where('member_id', '=', memberId)
    .where('id', '=', (query) =>
      query
        .selectFrom('deposit')
        .select('id')
        .where('member_id', '=', memberId)
        .where('channel', '=', channel)
        .where('transfer', 'is', null)
        .where(sql<boolean>`state = 'requested'`)
        .orderBy(sql`(amount = ${String(amount)}::numeric)`, 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

function unannounced(tables: Tables, incoming: IncomingTransfer, channel: string, now: number) {
  const { memberId, address, transfer, amount } = incoming;
  return tables
    .insertInto('deposit')
    .values({
      member_id: memberId,
      id: newPublicId(now),
      channel,
      amount: null,
      address,
      requested_at: new Date(now),
      state: 'requested',
      reason: null,
      confirmations: 0,
      confirmed_at: null,
      request_key: `transfer ${transfer}`,
      input_hash: inputHashOf({ channel, amount }),
      ...broughtBy(incoming),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const broughtBy = ({ transfer, transactionHash, amount }: IncomingTransfer) => ({
  transfer,
  transaction_hash: transactionHash,
  arrived: String(amount),
});
