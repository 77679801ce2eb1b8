import { type QueryExecutorProvider, sql } from 'kysely';
import { type AccountId, memberAccount } from '#core/ledger/accounts.ts';

/** Opens the accounts of a new member, all empty, in the caller's transaction. Idempotent. */
export async function openMemberAccounts(within: QueryExecutorProvider, memberId: bigint): Promise<void> {
  if (memberId < 1n) throw new RangeError(`a member id is 1 or more, not ${memberId}`);
  await sql`select ledger.open_member(${memberId})`.execute(within);
}

/**
 * Locks the member's account `available` until the end of the caller's transaction, as every transfer from it does: the caller's
 * writes are visible to every stake placed afterwards, on every node, and to none placed before.
 */
export async function lockAvailable(within: QueryExecutorProvider, memberId: bigint): Promise<void> {
  await lockAccounts(within, [memberAccount(memberId, 'available')]);
}

/**
 * Locks accounts until the end of the caller's transaction, in the order of every batch of transfers; outside of one until they are all
 * held, which is after the transactions that held any of them.
 */
export async function lockAccounts(within: QueryExecutorProvider, accounts: readonly AccountId[]): Promise<void> {
  await sql`select ledger.lock_accounts(${accounts}::bigint[])`.execute(within);
}
