import type { TestDatabase } from '#server/platform/database/test-database.ts';

/** The guards that hold rows, transfers and acts of points against each other (`server/migrations/0101-points-have-their-act.sql`). */
const guards = ['needs_transfer', 'needs_row', 'needs_act', 'needs_result'] as const;

/** For tests that make up verified results: from here on the database takes each for one. */
export async function allowMadeUpResults({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query(
    `create or replace function is_result(of_member bigint, of_subject text, at timestamptz) returns boolean
     language sql stable as 'select true'`,
  );
}

/**
 * For tests that make up what points, transfers or acts come from: from here on the database takes each without the others, and the check
 * of the books looks for none.
 */
export async function allowMadeUpPoints(database: Pick<TestDatabase, 'owner'>): Promise<void> {
  await switchOff(database, guards);
  await database.owner.query(
    `create or replace view ledger.unfounded_points as select '' collate "C" as fault where false`,
  );
}

/** For tests that make up bets and drawn entries: from here on the check of the books looks for no money that moved for them. */
export async function allowMadeUpChances({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query(`create or replace view ledger.unfounded_chances as select ''::text as fault where false`);
}

/** For tests that make up confirmed deposits: from here on the database takes each for credited. */
export async function allowMadeUpDeposits({ owner }: Pick<TestDatabase, 'owner'>): Promise<void> {
  await owner.query(
    `create or replace function ledger.is_credited(of_deposit deposit) returns boolean language sql stable as 'select true'`,
  );
}

async function switchOff({ owner }: Pick<TestDatabase, 'owner'>, names: readonly string[]): Promise<void> {
  const { rows } = await owner.query<{ disable: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable
     from pg_trigger where tgname = any ($1)`,
    [names],
  );
  if (rows.length === 0) throw new Error('there are no such guards');
  for (const { disable } of rows) await owner.query(disable);
}
