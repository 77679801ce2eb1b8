import { type QueryExecutorProvider, sql } from 'kysely';
import { memberAccount } from '#core/ledger/accounts.ts';

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
  await sql`select ledger.lock_accounts(array[${memberAccount(memberId, 'available')}::bigint])`.execute(within);
}
