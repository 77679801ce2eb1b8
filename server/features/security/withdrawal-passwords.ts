import { type Kysely, sql } from 'kysely';
import type { ProductClock } from '#server/platform/clock.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import {
  type FailureRow,
  type FailureRun,
  failureColumns,
  failuresSet,
  fiveFree,
  noFailures,
  secondsLocked,
  withFailure,
} from '#server/platform/failure-policy.ts';
import { turnOfMember } from '#server/platform/network.ts';
import type { PasswordGate, PasswordVerifier } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { lockWithdrawalPassword, takeDueReset } from './withdrawal-password-resets.ts';

export interface WithdrawalPasswordDependencies {
  readonly tables: Kysely<unknown>;
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

export async function hasWithdrawalPassword(tables: Kysely<unknown>, memberId: bigint): Promise<boolean> {
  const { rows } = await sql`select from withdrawal_password where member_id = ${memberId}`.execute(tables);
  return rows.length > 0;
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
  const { rows: due } = await sql`
    select from withdrawal_password_reset where member_id = ${memberId} and active_from <= ${new Date(clock.wallNow())}`.execute(
    tables,
  );
  if (due.length > 0) {
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
  tables: Kysely<unknown>,
  memberId: bigint,
): Promise<StoredPassword> {
  const { rows } = await sql<FailureRow & { readonly passwordHash: string }>`
    select password_hash as "passwordHash", ${failureColumns} from withdrawal_password where member_id = ${memberId}
    ${tables.isTransaction ? sql`for update` : sql``}`.execute(tables);
  if (!rows[0]) throw new Refusal('withdrawalPasswordUnset');
  const { passwordHash, ...run } = inMs(rows[0]);
  const seconds = secondsLocked(run, wallNow());
  if (seconds > 0) throw new Refusal('withdrawalPasswordLocked', { seconds });
  return { passwordHash, run };
}

async function writeRun(tables: Kysely<unknown>, memberId: bigint, run: FailureRun): Promise<void> {
  await sql`update withdrawal_password set ${failuresSet(run)} where member_id = ${memberId}`.execute(tables);
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
