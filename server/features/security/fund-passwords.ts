import type { Kysely, Transaction } from 'kysely';
import {
  type FailurePolicy,
  type FailureRun,
  noFailures,
  secondsLocked,
  withFailure,
} from '#server/platform/failure-policy.ts';
import type { PasswordGate, PasswordVerifier } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { lockFundPassword, takeDueReset } from './fund-password-resets.ts';
import type { SecurityTables } from './security-tables.ts';

/** Five wrong ones cost nothing; from then on each wait is twice the one before, up to a quarter of an hour. */
const policy: FailurePolicy = { freeFailures: 5, codeAfterFailures: Number.POSITIVE_INFINITY };

export interface FundPasswordNeeds {
  readonly tables: Kysely<SecurityTables>;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  /** The product clock. */
  readonly clock: { now(): number };
  /** Wall time. */
  readonly wallNow: () => number;
}

/**
 * Asks for the member's withdrawal password; answers the hash that matched. Throws `fundPasswordUnset`, `fundPasswordLocked` or
 * `fundPasswordWrong`. A member's tries are checked one after the other, on whatever node: of any number of wrong ones at the same moment,
 * no more than the allowed ones see the password, and any number of right ones are right. A new password that has waited its day
 * takes the old one's place here.
 */
export async function requireFundPassword(
  needs: FundPasswordNeeds,
  memberId: bigint,
  password: string,
): Promise<string> {
  // Inside a place of the gate, so that no more connections than places wait for one member's row.
  const { passwordHash, run, isNew } = await needs.passwords.enter((verifier) =>
    needs.tables.transaction().execute((transaction) => check(needs, transaction, verifier, memberId, password)),
  );
  if (isNew) await needs.acts.announce(memberId, 'fundPasswordReset');
  if (run.failures === 0) return passwordHash;
  if (secondsLocked(run, needs.wallNow()) > 0) await tellOfLock(needs, memberId, run);
  throw new Refusal('fundPasswordWrong');
}

/** Whether the member has set one. */
export async function hasFundPassword(tables: Kysely<SecurityTables>, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('fund_password')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Checks the password while nobody else can, and writes down what the failures in a row are from now on. */
async function check(
  needs: FundPasswordNeeds,
  transaction: Transaction<SecurityTables>,
  verifier: PasswordVerifier,
  memberId: bigint,
  password: string,
): Promise<{ readonly passwordHash: string; readonly run: FailureRun; readonly isNew: boolean }> {
  if (!(await lockFundPassword(transaction, memberId))) throw new Refusal('fundPasswordUnset');
  const isNew = await takeDueReset(needs, transaction, memberId);
  const row = await transaction
    .selectFrom('fund_password')
    .select(['password_hash', 'failures', 'last_failed_at', 'locked_until'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  const before: FailureRun = {
    failures: row.failures,
    lastFailedAt: row.last_failed_at.getTime(),
    lockedUntil: row.locked_until.getTime(),
  };
  const now = needs.wallNow();
  const seconds = secondsLocked(before, now);
  if (seconds > 0) throw new Refusal('fundPasswordLocked', { seconds });
  const matches = await verifier.matches(row.password_hash, password);
  const run = matches ? noFailures : withFailure(before, policy, now);
  if (!matches || before.failures > 0) await writeRun(transaction, memberId, run);
  return { passwordHash: row.password_hash, run, isNew };
}

async function writeRun(tables: Kysely<SecurityTables>, memberId: bigint, run: FailureRun): Promise<void> {
  await tables
    .updateTable('fund_password')
    .set({
      failures: run.failures,
      last_failed_at: new Date(run.lastFailedAt),
      locked_until: new Date(run.lockedUntil),
    })
    .where('member_id', '=', memberId)
    .execute();
}

/** Once in a row of failures: when the first lock falls. */
async function tellOfLock({ tables, acts }: FundPasswordNeeds, memberId: bigint, run: FailureRun): Promise<void> {
  if (run.failures !== policy.freeFailures) return;
  await acts.record(tables, memberId, 'fundPasswordLocked');
  await acts.announce(memberId, 'fundPasswordLocked');
}
