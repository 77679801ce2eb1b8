import { type Kysely, sql } from 'kysely';
import {
  type FailurePolicy,
  type FailureRun,
  failureColumns,
  failureMemoryMs,
  failureRun,
  noFailures,
} from '../failure-policy.ts';

/** The table of failures, for Kysely. */
export interface FailureTables {
  sign_in_failure: {
    subject: string;
    failures: number;
    last_failed_at: Date;
    locked_until: Date;
  };
}

/** What failures are counted by. */
export interface FailureSubject {
  readonly kind: 'account' | 'device' | 'name' | 'network' | 'session';
  /** Hashed, because a password may be typed into the name field. */
  readonly key: string;
  readonly policy: FailurePolicy;
  /** Whether a success clears the whole run, or only takes back its own failure, which was counted in advance. */
  readonly clearedBySuccess: boolean;
}

/** A subject with its failures. */
export interface CountedSubject extends FailureSubject {
  readonly run: FailureRun;
}

/** Expired rows deleted per failure. */
const sweptMax = 20;

export async function readFailures(
  tables: Kysely<FailureTables>,
  subjects: readonly FailureSubject[],
  lock: 'locked' | 'unlocked' = 'unlocked',
): Promise<CountedSubject[]> {
  let reading = tables
    .selectFrom('sign_in_failure')
    .select(['subject', 'failures', 'last_failed_at', 'locked_until'])
    .where('subject', 'in', keysOf(subjects))
    .orderBy('subject');
  if (lock === 'locked') reading = reading.forUpdate();
  const rows = await reading.execute();
  const runs = new Map(rows.map((row) => [row.subject, failureRun(row)]));
  return subjects.map((subject) => ({ ...subject, run: runs.get(subject.key) ?? noFailures }));
}

/**
 * Replaces the runs of all subjects by those that `change` returns, in one transaction that locks their rows, so that concurrent
 * sign-ins on any node are counted.
 */
export async function changeFailures(
  tables: Kysely<FailureTables>,
  subjects: readonly FailureSubject[],
  change: (counted: readonly CountedSubject[]) => readonly CountedSubject[],
): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    // Inserted and locked in the order of their names, to avoid deadlocks.
    await transaction
      .insertInto('sign_in_failure')
      .values(keysOf(subjects).map((key) => rowOf(key, noFailures)))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const after = change(await readFailures(transaction, subjects, 'locked'));
    await transaction
      .insertInto('sign_in_failure')
      .values(after.map(({ key, run }) => rowOf(key, run)))
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((excluded) => ({
          failures: excluded.ref('excluded.failures'),
          last_failed_at: excluded.ref('excluded.last_failed_at'),
          locked_until: excluded.ref('excluded.locked_until'),
        })),
      )
      .execute();
  });
}

/** Deletes a few expired rows. */
export async function sweepFailures(tables: Kysely<FailureTables>, now: number): Promise<void> {
  await sql`
    delete from sign_in_failure where subject in (
      select subject from sign_in_failure where last_failed_at < ${new Date(now - failureMemoryMs)}
      order by last_failed_at limit ${sweptMax} for update skip locked
    )`.execute(tables);
}

function keysOf(subjects: readonly FailureSubject[]): string[] {
  return subjects.map(({ key }) => key).sort();
}

const rowOf = (subject: string, run: FailureRun): FailureTables['sign_in_failure'] => ({
  subject,
  ...failureColumns(run),
});
