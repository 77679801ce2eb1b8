import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { lock, unlock } from '../locks.ts';
import { silentLog } from '../log.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import { ensureDatabase } from './ensure-database.ts';
import { untilLockWait } from './lock-waits.fixture.ts';
import { migrate, pendingMigrations, readMigrations } from './migrations.ts';
import { createPool } from './pool.ts';
import { findPostmaster } from './postmaster-file.ts';
import { createTestDatabase } from './test-database.ts';

/** As they were recorded before each subject had one file. */
const namesBefore = [
  '0001-ledger.sql',
  '0002-members.sql',
  '0003-market.sql',
  '0004-plans.sql',
  '0005-deposits.sql',
  '0006-weight.sql',
];

/** The first migrations of the first published version, with their SHA-256. */
const firstPublished = [
  ['0001-ledger.sql', 'd48e92ea92cb4819a35675f9b51221b1d0d90a8c7714575c58c153cefb500551'],
  ['0002-members.sql', '16707cf6e883e4cf1bd5669104f9ed8b38e9d1d3dc9c0f0d3ed781fc1e7e15c3'],
] as const;

test('columns keep every digit: int8 is bigint, numeric and date are text, timestamptz is a Date', async () => {
  const database = await createTestDatabase();
  try {
    const { rows } = await database.pool.query(
      `select 9223372036854775807::int8 as whole, array[1, null, 9007199254740993]::int8[] as list, '{}'::int8[] as empty,
        12345678901234567890.123456::numeric as exact, '2024-02-29'::date as day, '2024-02-29T12:00:00Z'::timestamptz as at`,
    );
    expect(rows[0]).toEqual({
      whole: 9223372036854775807n,
      list: [1n, null, 9007199254740993n],
      empty: [],
      exact: '12345678901234567890.123456',
      day: '2024-02-29',
      at: new Date('2024-02-29T12:00:00Z'),
    });
  } finally {
    await database.drop();
  }
});

test('each test database is a fresh one, migrated, and gone after drop', async () => {
  const one = await createTestDatabase();
  const other = await createTestDatabase();
  await one.owner.query('create table only_here (n int)');
  await expect(other.pool.query('select * from only_here')).rejects.toThrow('does not exist');
  expect((await other.pool.query('select count(*) as count from migration')).rows[0].count).toBeTypeOf('bigint');
  await one.drop();
  const { rows } = await other.pool.query('select datname from pg_database where datname = $1', [
    new URL(one.url).pathname.slice(1),
  ]);
  expect(rows).toEqual([]);
  await other.drop();
});

test('of two processes that start at once, the second looks for the roles when the first has made them', async () => {
  const database = await createTestDatabase();
  const superuser = createPool(database.superuserUrl, silentLog);
  const first = await superuser.connect();
  const name = `role_${randomBytes(4).toString('hex')}`;
  try {
    await lock(first, 'databaseCreation');
    const known = new URL(database.url).pathname.slice(1);
    const second = ensureDatabase(database.superuserUrl, known, { name, password: 'x' });
    await untilLockWait(superuser, second);
    expect((await superuser.query('select from pg_roles where rolname = $1', [name])).rowCount).toBe(0);
    await first.query(`create role ${name}`);
    await unlock(first, 'databaseCreation');
    await second;
  } finally {
    first.release();
    await superuser.query(`drop role if exists ${name}`);
    await superuser.end();
    await database.drop();
  }
});

test('a connection that breaks in its holder’s hands fails the next query, is replaced, and ends nothing else', async () => {
  const { pool, drop } = await createTestDatabase();
  const client = await pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as "processId"');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await pool.query('select pg_terminate_backend($1)', [rows[0].processId]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow('not queryable');
  client.release();
  const next = await pool.query('select pg_backend_pid() as "processId"');
  expect(next.rows[0].processId).not.toBe(rows[0].processId);
  await drop();
});

test('a PostgreSQL that runs already is taken by its address, brought to the newest migration and left running', async () => {
  const server = await createTestDatabase();
  const options = { url: server.ownerUrl, folder: '/nowhere', log: silentLog };
  const opened = await openDatabase(options);
  expect((await opened.pool.query('select count(*) > 0 as migrated from migration')).rows).toEqual([
    { migrated: true },
  ]);
  await opened.close();
  expect((await server.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await server.drop();
  const gone = openDatabase(options);
  await expect(gone).rejects.toThrow('cannot be used');
  await expect(gone).rejects.not.toThrow(new URL(server.url).password || 'never');
});

test('a history that is not the one in the files is refused', () => {
  const file = (number: number, hash = 'h') => ({ number, name: `${number}`, statements: '', hash });
  const applied = [file(1), file(3)];
  expect(pendingMigrations([file(1), file(3), file(4)], applied)).toEqual([file(4)]);
  expect(() => pendingMigrations([file(1), file(3, 'other')], applied)).toThrow('made by another version');
  expect(() => pendingMigrations([file(1)], applied)).toThrow('made by a newer version');
  expect(() => pendingMigrations([file(1), { ...file(3), name: 'replaced' }], applied)).toThrow('an earlier version');
  expect(() => pendingMigrations([file(1), file(2), file(3)], applied)).toThrow('give it a higher number');
});

test('whatever another version recorded, the owner of the data is told first what to do, and a developer last', () => {
  const here = readMigrations();
  const of = (version: readonly (readonly [name: string, hash: string])[]) =>
    version.map(([name, hash], index) => ({ number: index + 1, name, hash }));
  const recorded = here.map(({ name, hash }): [string, string] => [name, hash]);
  const faults = [
    ['the first published version', of(firstPublished)],
    ['one with a file that is no more', of([...recorded.slice(0, 3), ['0004-folded.sql', '0'.repeat(64)]])],
    ['one with more', [...here, { number: 9_999, name: '9999-later.sql', hash: '0'.repeat(64) }]],
    ['one that left a number out', here.filter(({ number }) => number !== 2)],
  ] as const;
  for (const [version, applied] of faults)
    expect(() => pendingMigrations(here, applied), version).toThrow(
      /^The database was made by [^.]*(\.sql[^.]*)?\. Nothing in it was changed: [^(]*DATA_DIR or DATABASE_URL\.( \(Where you .*\))?$/,
    );
});

test('a database of the version before its migrations were replaced is refused with what to do, and left as it is', async () => {
  const database = await createTestDatabase();
  await database.owner.query(`
    drop schema ledger cascade; drop schema market cascade; drop schema public cascade; create schema public;
    create table migration (
      number integer primary key, name text not null, hash text not null, applied_at timestamptz not null default now());
    create table fund_password (member_id bigint primary key);
    insert into fund_password values (7)`);
  await database.owner.query(
    'insert into migration (number, name, hash) select number, name, $3 from unnest($1::int[], $2::text[]) as m (number, name)',
    [namesBefore.map((_, index) => index + 1), namesBefore, '0'.repeat(64)],
  );
  const opened = openDatabase({ url: database.ownerUrl, folder: '/nowhere', log: silentLog });
  await expect(opened).rejects.toThrow(
    /made by an earlier version.*Nothing in it was changed.*DATA_DIR or DATABASE_URL/,
  );
  const { rows } = await database.owner.query(`
    select array(select member_id from fund_password) as kept, (select count(*) from migration) as recorded,
      array(select tablename::text from pg_tables where schemaname in ('public', 'ledger', 'market') order by 1) as tables`);
  expect(rows).toEqual([{ kept: [7n], recorded: BigInt(namesBefore.length), tables: ['fund_password', 'migration'] }]);
  await database.drop();
});

test('a data folder of that version is refused in the same words, its server ended, and opens again for who has its migrations', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-before-'));
  const options = { folder, log: silentLog };
  const made = await openDatabase({ ...options, as: 'owner' });
  await made.pool.query(`update migration set name = '0003-prices.sql' where number = 3`);
  await made.close();
  await expect(openDatabase(options)).rejects.toThrow(/0003-prices\.sql.*Nothing in it was changed.*DATA_DIR/);
  expect(await findPostmaster(join(folder, 'postgres'))).toBeNull();
  const name = readMigrations().find(({ number }) => number === 3)?.name;
  const server = await startEmbeddedServer({ ...options, durable: true, connectionsMax: 100, onLost: () => undefined });
  const pool = createPool(server.urlOf('clearlot', 'clearlot'), silentLog);
  await pool.query('update migration set name = $1 where number = 3', [name]);
  await pool.end();
  await server.close();
  await (await openDatabase(options)).close();
  rmSync(folder, { recursive: true, force: true });
});

test('no trigger mixes truncate with other events, and every table of the ledger has one of its own', async () => {
  const database = await createTestDatabase();
  // Bits of pg_trigger.tgtype: 4 insert, 8 delete, 16 update, 32 truncate.
  const mixed = `select tgname::text as name from pg_trigger where tgtype & 32 <> 0 and tgtype & 28 <> 0`;
  expect((await database.owner.query(mixed)).rows).toEqual([]);
  const guarded = `
    select c.relname::text as name from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
    where t.tgtype & 32 <> 0 and t.tgenabled = 'A' and c.relnamespace = 'ledger'::regnamespace order by 1`;
  const ledgerTables = ['accounts', 'balances', 'charity_received', 'postings', 'transfers'];
  expect((await database.owner.query(guarded)).rows).toEqual(ledgerTables.map((name) => ({ name })));
  await database.owner.query(`
    create trigger planted before delete or truncate on ledger.transfers
    for each statement execute function ledger.refuse('planted')`);
  expect((await database.owner.query(mixed)).rows).toEqual([{ name: 'planted' }]);
  await database.drop();
});

test('nodes that start at once apply each migration once, and a broken one leaves nothing behind', async () => {
  const database = await createTestDatabase();
  const add = (number: number, statements: string) => ({ number, name: `${number}`, statements, hash: statements });
  const all = [...readMigrations(), add(9001, 'create table once (n int); insert into once values (1)')];
  await Promise.all([1, 2, 3].map(() => migrate(database.owner, all, silentLog)));
  expect((await database.owner.query('select n from once')).rows).toEqual([{ n: 1 }]);
  const broken = [...all, add(9002, 'create table half (n int); select no_such_column from once')];
  await expect(migrate(database.owner, broken, silentLog)).rejects.toThrow('Migration 9002 failed');
  await expect(database.owner.query('select 1 from half')).rejects.toThrow('does not exist');
  await database.drop();
});

test('a migration that waits for a long reading, such as a backup, holds up nobody else who needs the table', async () => {
  const { owner, pool, drop } = await createTestDatabase();
  const statements = 'alter table member add column later integer';
  const all = [...readMigrations(), { number: 9001, name: '9001', statements, hash: statements }];
  const backup = await pool.connect();
  await backup.query('begin isolation level repeatable read read only; select from member');
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const migrating = migrate(owner, all, log);
  await untilLockWait(owner, migrating);
  // Served by the version before: behind the migration, and the migration behind the backup.
  expect((await pool.query('select count(*) as count from member')).rows).toEqual([{ count: 0n }]);
  await vi.waitUntil(() => lines.length > 0);
  expect(lines[0]).toContain('a migration found its tables in use');
  await backup.query('commit');
  backup.release();
  await migrating;
  expect((await pool.query('select later from member')).rows).toEqual([]);
  await drop();
});

test('a migration waits for longer than the server does before it ends an autovacuum that holds the table', async () => {
  const { owner, drop } = await createTestDatabase();
  const statements = `create table waits as select name, setting::integer as ms from pg_settings where name in ('deadlock_timeout', 'lock_timeout')`;
  await migrate(owner, [...readMigrations(), { number: 9001, name: '9001', statements, hash: statements }], silentLog);
  const { rows } = await owner.query<{ ms: number }>('select ms from waits order by name');
  const [deadlock = 0, lock = 0] = rows.map(({ ms }) => ms);
  expect(lock).toBeGreaterThan(deadlock);
  await drop();
});
