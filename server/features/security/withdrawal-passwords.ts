import type { Kysely, Transaction } from 'kysely';
import type { ProductClock } from '#server/platform/clock.ts';
import {
  type FailurePolicy,
  type FailureRun,
  noFailures,
  secondsLocked,
  withFailure,
} from '#server/platform/failure-policy.ts';
import { turnOfMember } from '#server/platform/network.ts';
import type { PasswordGate, PasswordVerifier } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SecurityTables } from './security-tables.ts';
import { lockWithdrawalPassword, takeDueReset } from './withdrawal-password-resets.ts';

/** Five failures are free; from then on each lock is twice as long as the one before, up to a quarter of an hour. */
const policy: FailurePolicy = { freeFailures: 5, codeAfterFailures: Number.POSITIVE_INFINITY };

export interface WithdrawalPasswordDependencies {
  readonly tables: Kysely<SecurityTables>;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  /** Protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
  /** Wall time. */
  readonly wallNow: () => number;
}

/**
 * Checks the member's withdrawal password; returns the hash that matched. Throws `withdrawalPasswordUnset`,
 * `withdrawalPasswordLocked` or `withdrawalPasswordWrong`. Attempts of one member are serialised on all nodes: concurrent wrong ones
 * cannot exceed the free failures, and concurrent right ones all succeed. A reset whose day is over is applied first.
 */
export async function requireWithdrawalPassword(
  dependencies: WithdrawalPasswordDependencies,
  memberId: bigint,
  password: string,
): Promise<string> {
  // Within the password gate, so that at most as many connections as it has places wait for one member's row.
  const { passwordHash, run, isNew } = await dependencies.passwords.run(turnOfMember(memberId), (verifier) =>
    dependencies.tables
      .transaction()
      .execute((transaction) => check(dependencies, transaction, verifier, memberId, password)),
  );
  if (isNew) await dependencies.acts.announce(memberId, 'withdrawalPasswordReset');
  if (run.failures === 0) return passwordHash;
  if (secondsLocked(run, dependencies.wallNow()) > 0) await recordLock(dependencies, memberId, run);
  throw new Refusal('withdrawalPasswordWrong');
}

export async function hasWithdrawalPassword(tables: Kysely<SecurityTables>, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('withdrawal_password')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Checks the password under its row lock and stores the number of consecutive failures. */
async function check(
  dependencies: WithdrawalPasswordDependencies,
  transaction: Transaction<SecurityTables>,
  verifier: PasswordVerifier,
  memberId: bigint,
  password: string,
): Promise<{ readonly passwordHash: string; readonly run: FailureRun; readonly isNew: boolean }> {
  if (!(await lockWithdrawalPassword(transaction, memberId))) throw new Refusal('withdrawalPasswordUnset');
  const isNew = await takeDueReset(dependencies, transaction, memberId);
  const row = await transaction
    .selectFrom('withdrawal_password')
    .select(['password_hash', 'failures', 'last_failed_at', 'locked_until'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  const before: FailureRun = {
    failures: row.failures,
    lastFailedAt: row.last_failed_at.getTime(),
    lockedUntil: row.locked_until.getTime(),
  };
  const now = dependencies.wallNow();
  const seconds = secondsLocked(before, now);
  if (seconds > 0) throw new Refusal('withdrawalPasswordLocked', { seconds });
  const matches = await verifier.matches(row.password_hash, password);
  const run = matches ? noFailures : withFailure(before, policy, now);
  if (!matches || before.failures > 0) await writeRun(transaction, memberId, run);
  return { passwordHash: row.password_hash, run, isNew };
}

async function writeRun(tables: Kysely<SecurityTables>, memberId: bigint, run: FailureRun): Promise<void> {
  await tables
    .updateTable('withdrawal_password')
    .set({
      failures: run.failures,
      last_failed_at: new Date(run.lastFailedAt),
      locked_until: new Date(run.lockedUntil),
    })
    .where('member_id', '=', memberId)
    .execute();
}

/** Records the security act once per row of failures: at the first lock. */
async function recordLock(
  { tables, acts }: WithdrawalPasswordDependencies,
  memberId: bigint,
  run: FailureRun,
): Promise<void> {
  if (run.failures !== policy.freeFailures) return;
  await acts.record(tables, memberId, 'withdrawalPasswordLocked');
  await acts.announce(memberId, 'withdrawalPasswordLocked');
}
