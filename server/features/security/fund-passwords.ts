import type { Kysely } from 'kysely';
import {
  type FailurePolicy,
  type FailureRun,
  noFailures,
  secondsLocked,
  withFailure,
} from '#server/platform/failure-policy.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SecurityTables } from './security-tables.ts';

/** Five wrong ones cost nothing; from then on each wait is twice the one before, up to a quarter of an hour. */
const policy: FailurePolicy = { freeFailures: 5, codeAfterFailures: Number.POSITIVE_INFINITY };

export interface FundPasswordNeeds {
  readonly tables: Kysely<SecurityTables>;
  readonly passwords: PasswordGate;
  readonly acts: SecurityActs;
  /** Wall time. */
  readonly wallNow: () => number;
}

/**
 * Asks for the member's withdrawal password; answers the hash that matched. Throws `fundPasswordUnset`, `fundPasswordLocked` or
 * `fundPasswordWrong`. A failure is counted before it has happened and taken back when it did not: of any number of tries at the same
 * moment, no more than the allowed ones see the password checked.
 */
export async function requireFundPassword(
  needs: FundPasswordNeeds,
  memberId: bigint,
  password: string,
): Promise<string> {
  needs.passwords.requireRoom();
  // One try at a time sees the password: the lock-out counts them on whatever node they are.
  const { passwordHash, run } = await countFailure(needs, memberId);
  const matches = await needs.passwords.enter((verifier) => verifier.matches(passwordHash, password));
  if (!matches) {
    if (secondsLocked(run, needs.wallNow()) > 0) await tellOfLock(needs, memberId, run);
    throw new Refusal('fundPasswordWrong');
  }
  await writeRun(needs.tables, memberId, noFailures);
  return passwordHash;
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

async function countFailure(
  { tables, wallNow }: FundPasswordNeeds,
  memberId: bigint,
): Promise<{ readonly passwordHash: string; readonly run: FailureRun }> {
  return await tables.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('fund_password')
      .select(['password_hash', 'failures', 'last_failed_at', 'locked_until'])
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Refusal('fundPasswordUnset');
    const before: FailureRun = {
      failures: row.failures,
      lastFailedAt: row.last_failed_at.getTime(),
      lockedUntil: row.locked_until.getTime(),
    };
    const now = wallNow();
    const seconds = secondsLocked(before, now);
    if (seconds > 0) throw new Refusal('fundPasswordLocked', { seconds });
    const run = withFailure(before, policy, now);
    await writeRun(transaction, memberId, run);
    return { passwordHash: row.password_hash, run };
  });
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
