import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type FailureRun, failureMemoryMs, noFailures } from '#server/platform/failure-policy.ts';
import { networkOf } from '#server/platform/network.ts';
import type { IdentityTables } from '../identity-tables.ts';

/** Subjects of failure counts: an account name and an address. Hashed, because a password may be typed into the name field. */
export interface SignInSubjects {
  readonly account: string;
  readonly address: string;
}

/** The failure runs of both subjects. */
export type FailureRuns = { readonly [Subject in keyof SignInSubjects]: FailureRun };

/** Expired rows deleted per failure. */
const sweptMax = 20;

export function subjectsOf(username: string, address: string): SignInSubjects {
  const digest = (text: string): string => hash('sha256', text, 'base64url');
  return { account: `account ${digest(username.toLowerCase())}`, address: `address ${digest(networkOf(address))}` };
}

export async function readFailures(
  tables: Kysely<IdentityTables>,
  subjects: SignInSubjects,
  lock: 'locked' | 'unlocked' = 'unlocked',
): Promise<FailureRuns> {
  let reading = tables
    .selectFrom('sign_in_failure')
    .select(['subject', 'failures', 'last_failed_at', 'locked_until'])
    .where('subject', 'in', [subjects.account, subjects.address])
    .orderBy('subject');
  if (lock === 'locked') reading = reading.forUpdate();
  const rows = await reading.execute();
  const runOf = (subject: string): FailureRun => {
    const row = rows.find((one) => one.subject === subject);
    if (!row) return noFailures;
    return {
      failures: row.failures,
      lastFailedAt: row.last_failed_at.getTime(),
      lockedUntil: row.locked_until.getTime(),
    };
  };
  return { account: runOf(subjects.account), address: runOf(subjects.address) };
}

/**
 * Updates both runs with `change` in one transaction that locks both rows, so that concurrent sign-ins on any node are counted.
 * `change` returns null to leave them unchanged.
 */
export async function changeFailures(
  tables: Kysely<IdentityTables>,
  subjects: SignInSubjects,
  change: (runs: FailureRuns) => FailureRuns | null,
): Promise<FailureRuns> {
  return await tables.transaction().execute(async (transaction) => {
    // Locked in the order of their names, to avoid deadlocks.
    const order = [subjects.account, subjects.address].sort();
    await transaction
      .insertInto('sign_in_failure')
      .values(order.map((subject) => rowOf(subject, noFailures)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const before = await readFailures(transaction, subjects, 'locked');
    const after = change(before);
    if (!after) return before;
    await transaction
      .insertInto('sign_in_failure')
      .values([rowOf(subjects.account, after.account), rowOf(subjects.address, after.address)])
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((excluded) => ({
          failures: excluded.ref('excluded.failures'),
          last_failed_at: excluded.ref('excluded.last_failed_at'),
          locked_until: excluded.ref('excluded.locked_until'),
        })),
      )
      .execute();
    return after;
  });
}

/** Deletes a few expired rows. */
export async function sweepFailures(tables: Kysely<IdentityTables>, now: number): Promise<void> {
  await sql`
    delete from sign_in_failure where subject in (
      select subject from sign_in_failure where last_failed_at < ${new Date(now - failureMemoryMs)}
      order by last_failed_at limit ${sweptMax} for update skip locked
    )`.execute(tables);
}

function rowOf(subject: string, run: FailureRun): IdentityTables['sign_in_failure'] {
  return {
    subject,
    failures: run.failures,
    last_failed_at: new Date(run.lastFailedAt),
    locked_until: new Date(run.lockedUntil),
  };
}
