import type { Transaction } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { failureColumns, noFailures } from '#server/platform/failure-policy.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SecurityTables } from './security-tables.ts';

export interface ResetDependencies {
  readonly acts: SecurityActs;
  /** Protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
  /** Wall time. */
  readonly wallNow: () => number;
}

/**
 * Locks the row of the member's password before any decision about it; false when none is set. The money before it: a deletion, which locks
 * that first, takes the reset before the password.
 */
export async function lockWithdrawalPassword(
  transaction: Transaction<SecurityTables>,
  memberId: bigint,
): Promise<boolean> {
  await lockAvailable(transaction, memberId);
  const row = await transaction
    .selectFrom('withdrawal_password')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Applies a reset whose day is over, with the count of failures at zero. Call under the lock of the password; returns whether there
 * was one.
 */
export async function takeDueReset(
  { acts, clock, wallNow }: ResetDependencies,
  transaction: Transaction<SecurityTables>,
  memberId: bigint,
): Promise<boolean> {
  const due = await transaction
    .deleteFrom('withdrawal_password_reset')
    .where('member_id', '=', memberId)
    .where('active_from', '<=', new Date(clock.wallNow()))
    .returning('password_hash')
    .executeTakeFirst();
  if (!due) return false;
  await transaction
    .updateTable('withdrawal_password')
    .set({ password_hash: due.password_hash, set_at: new Date(wallNow()), ...failureColumns(noFailures) })
    .where('member_id', '=', memberId)
    .execute();
  await acts.record(transaction, memberId, 'withdrawalPasswordReset');
  return true;
}

/** Cancels the waiting reset under the lock of the password; returns whether one was waiting. */
export async function cancelReset(
  { acts }: Pick<ResetDependencies, 'acts'>,
  transaction: Transaction<SecurityTables>,
  memberId: bigint,
): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('withdrawal_password_reset')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return false;
  await acts.record(transaction, memberId, 'withdrawalPasswordResetCancelled');
  return true;
}
