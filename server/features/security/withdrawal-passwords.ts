import type { Kysely } from 'kysely';
import type { ProductClock } from '#server/platform/clock.ts';
import {
  type FailureRun,
  failureColumns,
  failureRun,
  fiveFree,
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
 * `withdrawalPasswordLocked` or `withdrawalPasswordWrong`. Attempts of one member are counted one after another on all nodes: concurrent
 * wrong ones cannot exceed the free failures, and concurrent right ones all succeed. A reset whose day is over is applied first.
 */
export async function requireWithdrawalPassword(
  dependencies: WithdrawalPasswordDependencies,
  memberId: bigint,
  password: string,
): Promise<string> {
  // Within the password gate, so that at most as many connections as it has places wait for one member's row.
  const { passwordHash, run } = await dependencies.passwords.run(turnOfMember(memberId), (verifier) =>
    check(dependencies, verifier, memberId, password),
  );
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

/** As stored under the member. */
interface StoredPassword {
  readonly passwordHash: string;
  readonly run: FailureRun;
}

/** Checks the password and stores the number of consecutive failures; again where another one was stored meanwhile. */
async function check(
  dependencies: WithdrawalPasswordDependencies,
  verifier: PasswordVerifier,
  memberId: bigint,
  password: string,
): Promise<StoredPassword> {
  for (;;) {
    const { passwordHash } = await readCurrent(dependencies, memberId);
    // Before the lock: a reset waits for that while it holds the member's balance.
    const matches = await verifier.matches(passwordHash, password);
    const counted = await dependencies.tables.transaction().execute(async (transaction) => {
      const stored = await requireUnlocked(dependencies, transaction, memberId);
      if (stored.passwordHash !== passwordHash) return null;
      const run = matches ? noFailures : withFailure(stored.run, fiveFree, dependencies.wallNow());
      if (!matches || stored.run.failures > 0) await writeRun(transaction, memberId, run);
      return { passwordHash, run };
    });
    if (counted) return counted;
  }
}

/** The password as it is stored now. Throws `withdrawalPasswordUnset` or `withdrawalPasswordLocked`. */
async function readCurrent(dependencies: WithdrawalPasswordDependencies, memberId: bigint): Promise<StoredPassword> {
  const { tables, acts, clock } = dependencies;
  const due = await tables
    .selectFrom('withdrawal_password_reset')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('active_from', '<=', new Date(clock.wallNow()))
    .executeTakeFirst();
  if (due) {
    const isNew = await tables.transaction().execute(async (transaction) => {
      await lockWithdrawalPassword(transaction, memberId);
      return await takeDueReset(dependencies, transaction, memberId);
    });
    if (isNew) await acts.announce(memberId, 'withdrawalPasswordReset');
  }
  return await requireUnlocked(dependencies, tables, memberId);
}

/** In a transaction under the lock of its row. */
async function requireUnlocked(
  { wallNow }: Pick<WithdrawalPasswordDependencies, 'wallNow'>,
  tables: Kysely<SecurityTables>,
  memberId: bigint,
): Promise<StoredPassword> {
  const reading = tables
    .selectFrom('withdrawal_password')
    .select(['password_hash', 'failures', 'last_failed_at', 'locked_until'])
    .where('member_id', '=', memberId);
  const row = await (tables.isTransaction ? reading.forUpdate() : reading).executeTakeFirst();
  if (!row) throw new Refusal('withdrawalPasswordUnset');
  const run = failureRun(row);
  const seconds = secondsLocked(run, wallNow());
  if (seconds > 0) throw new Refusal('withdrawalPasswordLocked', { seconds });
  return { passwordHash: row.password_hash, run };
}

async function writeRun(tables: Kysely<SecurityTables>, memberId: bigint, run: FailureRun): Promise<void> {
  await tables.updateTable('withdrawal_password').set(failureColumns(run)).where('member_id', '=', memberId).execute();
}

/** Records the security act once per row of failures: at the first lock. */
async function recordLock(
  { tables, acts }: WithdrawalPasswordDependencies,
  memberId: bigint,
  run: FailureRun,
): Promise<void> {
  if (run.failures !== fiveFree.freeFailures) return;
  await acts.record(tables, memberId, 'withdrawalPasswordLocked');
  await acts.announce(memberId, 'withdrawalPasswordLocked');
}
