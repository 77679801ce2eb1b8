import { type Kysely, sql } from 'kysely';
import { inMs } from '../database/in-ms.ts';
import {
  type FailurePolicy,
  type FailureRow,
  type FailureRun,
  failureColumns,
  failureMemoryMs,
  noFailures,
} from '../failure-policy.ts';

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
  tables: Kysely<unknown>,
  subjects: readonly FailureSubject[],
  lock: 'locked' | 'unlocked' = 'unlocked',
): Promise<CountedSubject[]> {
  const { rows } = await sql<FailureRow & { readonly subject: string }>`
    select subject, ${failureColumns} from sign_in_failure
    where subject = any(${keysOf(subjects)}::text[]) order by subject ${lock === 'locked' ? sql`for update` : sql``}`.execute(
    tables,
  );
  const runs = new Map(rows.map(({ subject, ...run }) => [subject, inMs(run)]));
  return subjects.map((subject) => ({ ...subject, run: runs.get(subject.key) ?? noFailures }));
}

/**
 * Replaces the runs of all subjects by those that `change` returns, in one transaction that locks their rows, so that concurrent
 * sign-ins on any node are counted.
 */
export async function changeFailures(
  tables: Kysely<unknown>,
  subjects: readonly FailureSubject[],
  change: (counted: readonly CountedSubject[]) => readonly CountedSubject[],
): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    // Inserted and locked in the order of their names, to avoid deadlocks.
    await sql`
      insert into sign_in_failure (subject, failures, last_failed_at, locked_until)
      select subject, 0, 'epoch', 'epoch' from unnest(${keysOf(subjects)}::text[]) as subject
      on conflict do nothing`.execute(transaction);
    await storeFailures(transaction, change(await readFailures(transaction, subjects, 'locked')));
  });
}

/** Stores the runs; the caller holds a lock that every other writer of these subjects takes as well. */
export async function storeFailures(transaction: Kysely<unknown>, counted: readonly CountedSubject[]): Promise<void> {
  await sql`
      insert into sign_in_failure (subject, failures, last_failed_at, locked_until)
      select * from unnest(${counted.map(({ key }) => key)}::text[], ${counted.map(({ run }) => run.failures)}::integer[],
        ${counted.map(({ run }) => new Date(run.lastFailedAt))}::timestamptz[],
        ${counted.map(({ run }) => new Date(run.lockedUntil))}::timestamptz[])
      on conflict (subject) do update set failures = excluded.failures, last_failed_at = excluded.last_failed_at,
        locked_until = excluded.locked_until`.execute(transaction);
}

/** Deletes a few expired rows. */
export async function sweepFailures(tables: Kysely<unknown>, now: number): Promise<void> {
  await sql`
    delete from sign_in_failure where subject in (
      select subject from sign_in_failure where last_failed_at < ${new Date(now - failureMemoryMs)}
      order by last_failed_at limit ${sweptMax} for update skip locked
    )`.execute(tables);
}

function keysOf(subjects: readonly FailureSubject[]): string[] {
  return subjects.map(({ key }) => key).sort();
}
