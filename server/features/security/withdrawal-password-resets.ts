import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { failuresSet, noFailures } from '#server/platform/failure-policy.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';

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
export async function lockWithdrawalPassword(transaction: QueryExecutorProvider, memberId: bigint): Promise<boolean> {
  await lockAvailable(transaction, memberId);
  const { rows } = await sql`select from withdrawal_password where member_id = ${memberId} for update`.execute(
    transaction,
  );
  return rows.length > 0;
}

/**
 * Applies a reset whose day is over, with the count of failures at zero. Call under the lock of the password; returns whether there
 * was one.
 */
export async function takeDueReset(
  { acts, clock, wallNow }: ResetDependencies,
  transaction: Transaction<unknown>,
  memberId: bigint,
): Promise<boolean> {
  const { rows } = await sql<{ passwordHash: string }>`
    delete from withdrawal_password_reset where member_id = ${memberId} and active_from <= ${new Date(clock.wallNow())}
    returning password_hash as "passwordHash"`.execute(transaction);
  if (!rows[0]) return false;
  await sql`
    update withdrawal_password
    set password_hash = ${rows[0].passwordHash}, set_at = ${new Date(wallNow())}, ${failuresSet(noFailures)}
    where member_id = ${memberId}`.execute(transaction);
  await acts.record(transaction, memberId, 'withdrawalPasswordReset');
  return true;
}

/** Cancels the waiting reset under the lock of the password; returns whether one was waiting. */
export async function cancelReset(
  { acts }: Pick<ResetDependencies, 'acts'>,
  transaction: Transaction<unknown>,
  memberId: bigint,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from withdrawal_password_reset where member_id = ${memberId}`.execute(
    transaction,
  );
  if (numAffectedRows === 0n) return false;
  await acts.record(transaction, memberId, 'withdrawalPasswordResetCancelled');
  return true;
}
