import pg from 'pg';
import { expect } from 'vitest';
import type { OperatorWorld } from './operator-world.fixture.ts';

/** Something that who administers the database may try. */
export interface Attempt {
  /** As in a table of SECURITY.md. */
  readonly what: string;
  readonly statements: readonly string[] | ((world: OperatorWorld) => readonly string[]);
  /** Tables that the statements change. */
  readonly tables: readonly string[];
}

const statementsOf = (world: OperatorWorld, { statements }: Attempt): readonly string[] =>
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
export async function unguarded<Result>(
  world: OperatorWorld,
  attempt: Attempt,
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
async function refusals(world: OperatorWorld, attempt: Attempt): Promise<(string | null)[]> {
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
    await world.faultsOfBooks(),
    await world.weight(),
    await world.clockMoved(),
  ];
  const found = [
    start === null ? '' : 'the next start, while plans run',
    plan.length === 0 ? '' : `the phone, by the plan (${plan.join(', ')})`,
    balance.length === 0 ? '' : `the phone, by the balance (${balance.join(', ')})`,
    books === 0 ? '' : 'the sums of the books',
    weight.length === 0 ? '' : `the phone, by the weight (${weight.join(', ')})`,
    clock === null ? '' : 'the phone, by its clock',
  ].filter((one) => one !== '');
  return found.join('; ') || '**not found**';
}

/** The rows that SECURITY.md should have of these attempts: what refuses each, and with the guards off who finds it. */
export async function linesOf(world: OperatorWorld, attempts: readonly Attempt[]): Promise<string[]> {
  expect(await findings(world)).toBe('**not found**');
  // First all with the guards on: they stay off once an attempt has switched them off.
  const reasons: string[] = [];
  for (const attempt of attempts) {
    const refused = await refusals(world, attempt);
    expect(new Set(refused.map((reason) => reason === null)).size, attempt.what).toBe(1);
    reasons.push(refused.at(-1)?.replace(/^.* is refused: /, '') ?? '**not refused**');
  }
  const lines: string[] = [];
  for (const [place, attempt] of attempts.entries()) {
    const found = await unguarded(world, attempt, () => findings(world));
    lines.push(`| to ${attempt.what} | ${reasons[place]} | ${found} |`);
  }
  expect(await findings(world)).toBe('**not found**');
  return lines;
}

/** The rows of the table of SECURITY.md whose attempts are of that kind: changes of what there is, or additions of points. */
export function tableOf(document: string, kind: 'change' | 'points'): string[] {
  const tables = document.split(/^\| attempt.*$/m).slice(1);
  const table = tables[kind === 'change' ? 0 : 1] ?? '';
  return table.split('\n').filter((line) => line.startsWith('| to '));
}
