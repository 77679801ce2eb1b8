import pg from 'pg';
import { expect } from 'vitest';
import type { OperatorWorld } from './operator-world.fixture.ts';

/** Whose database is tried, and by whom beyond its roles. */
export type TriedWorld = Pick<OperatorWorld, 'database' | 'superuser'>;

/** Something that who administers the database may try. */
export interface Attempt<World extends TriedWorld = OperatorWorld> {
  /** As in a table of SECURITY.md. */
  readonly what: string;
  readonly statements: readonly string[] | ((world: World) => readonly string[]);
  /** Tables that the statements change. */
  readonly tables: readonly string[];
}

const statementsOf = <World extends TriedWorld>(world: World, { statements }: Attempt<World>): readonly string[] =>
  typeof statements === 'function' ? statements(world) : statements;

type Run = (statement: string) => Promise<unknown>;

/** Runs the statements in a transaction that is rolled back; resolves to the error, null where nothing refused them. */
async function refusal(run: Run, statements: readonly string[]): Promise<string | null> {
  await run('begin');
  try {
    for (const statement of statements) await run(statement);
    await run('set constraints all immediate');
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.message;
  } finally {
    await run('rollback');
  }
}

async function withClient<Result>(pool: pg.Pool, use: (run: Run) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    return await use((statement) => client.query(statement));
  } finally {
    client.release();
  }
}

/** Applies the statements without any guard, and puts the rows back after `look`. */
export async function unguarded<World extends TriedWorld, Result>(
  world: World,
  attempt: Attempt<World>,
  look: () => Promise<Result>,
): Promise<Result> {
  const { superuser } = world;
  const { tables } = attempt;
  for (const [place, table] of tables.entries()) {
    await superuser.query(`alter table ${table} disable trigger user`);
    await superuser.query(`create temporary table saved_${place} as table ${table}`);
  }
  try {
    for (const statement of statementsOf(world, attempt)) {
      const { command, rowCount } = await superuser.query(statement);
      if (/insert|update|delete/i.test(command)) expect(rowCount, statement).toBeGreaterThan(0);
    }
    return await look();
  } finally {
    for (const [place, table] of tables.entries()) {
      await superuser.query(`delete from ${table}`);
      await superuser.query(`insert into ${table} overriding system value table saved_${place}`);
      await superuser.query(`drop table saved_${place}`);
    }
  }
}

/** The roles whose attempts the database meets with its guards: the serving one, the owner, and a superuser as a replica. */
async function refusals<World extends TriedWorld>(world: World, attempt: Attempt<World>): Promise<(string | null)[]> {
  const { database, superuser } = world;
  const statements = statementsOf(world, attempt);
  return [
    await withClient(database.pool, (run) => refusal(run, statements)),
    await withClient(database.owner, (run) => refusal(run, statements)),
    await refusal((statement) => superuser.query(statement), statements),
  ];
}

/** Who finds what was changed, as in the tables of SECURITY.md. */
export async function findings(world: OperatorWorld): Promise<string> {
  const [start, plan, balance, books, weight, clock] = [
    await world.refusedStart(),
    await world.plan(),
    await world.balance(),
    await world.booksAreSound(),
    await world.weight(),
    await world.clockMoved(),
  ];
  const found = [
    start === null ? '' : 'the next start, while plans run',
    plan.length === 0 ? '' : `the phone, by the plan (${plan.join(', ')})`,
    balance.length === 0 ? '' : `the phone, by the balance (${balance.join(', ')})`,
    books ? '' : 'the sums of the books',
    weight.length === 0 ? '' : `the phone, by the weight (${weight.join(', ')})`,
    clock === null ? '' : 'the phone, by its clock',
  ].filter((one) => one !== '');
  return found.join('; ') || '**not found**';
}

/** The refusal's reason, without the statement and without the number of a round. */
const reasonOf = (refused: string | null): string =>
  refused?.replace(/^.* is refused: /, '').replace(/ \d{5,}/, '') ?? '**not refused**';

/** The rows that SECURITY.md should have of these attempts: what refuses each, and with the guards off who finds it. */
export async function linesOf<World extends TriedWorld>(
  world: World,
  attempts: readonly Attempt<World>[],
  look: (world: World) => Promise<string>,
): Promise<string[]> {
  expect(await look(world)).toBe('**not found**');
  // First all with the guards on: they stay off once an attempt has switched them off.
  const reasons: string[] = [];
  for (const attempt of attempts) {
    const refused = await refusals(world, attempt);
    expect(new Set(refused.map((reason) => reason === null)).size, `${attempt.what}: ${refused.join('; ')}`).toBe(1);
    reasons.push(reasonOf(refused.at(-1) ?? null));
  }
  const lines: string[] = [];
  for (const [place, attempt] of attempts.entries()) {
    const found = await unguarded(world, attempt, () => look(world));
    lines.push(`| to ${attempt.what} | ${reasons[place]} | ${found} |`);
  }
  expect(await look(world)).toBe('**not found**');
  return lines;
}

/** The tables of attempts in SECURITY.md, in their order there. */
const tables = ['change', 'protections', 'points', 'rounds'] as const;

/** The rows of the table of SECURITY.md whose attempts are of that kind: changes of what there is or of what protects a member, additions of points, or attempts on rounds and draws. */
export function tableOf(document: string, kind: (typeof tables)[number]): string[] {
  const table = document.split(/^\| attempt.*$/m)[tables.indexOf(kind) + 1] ?? '';
  return table.split('\n').filter((line) => line.startsWith('| to '));
}
