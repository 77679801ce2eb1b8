import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { silentLog } from '#server/platform/log.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { type BackupLine, readBackup, writeBackup } from './backup-file.ts';
import { checkBooks } from './check-books.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

let database: TestDatabase;
let folder = '';
let file = '';

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'clearlot-backup-lines-'));
  file = join(folder, 'one.backup');
});

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes a backup on a connection on which `beforeTable` runs before each table is read. */
async function backupWith(beforeTable: (client: pg.PoolClient, table: number) => Promise<unknown>): Promise<void> {
  const client = await database.owner.connect();
  vi.spyOn(database.owner, 'connect').mockImplementationOnce(async () => client);
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  let tables = 0;
  vi.spyOn(client, 'query').mockImplementation((async (text: string, values?: unknown[]) => {
    if (text.startsWith('declare')) await beforeTable(client, ++tables);
    return await query(text, values);
  }) as typeof client.query);
  await takeBackup(database.owner, file, new Date());
}

async function linesOf(path: string): Promise<BackupLine[]> {
  const lines: BackupLine[] = [];
  for await (const line of readBackup(path)) lines.push(line);
  return lines;
}

test('a backup is of one moment, and no sequence in it is behind what is written meanwhile', async () => {
  const { owner } = database;
  let written = 0n;
  await backupWith(async (_, table) => {
    await owner.query(`insert into scheduled_work (name, due_at) values ($1, now())`, [`work ${table}`]);
    const { rows } = await owner.query<{ id: bigint }>(`select nextval(pg_get_serial_sequence('member', 'id')) as id`);
    written = rows[0]?.id ?? 0n;
  });
  const lines = await linesOf(file);
  expect(JSON.stringify(lines)).not.toContain('work 1');
  const sequence = lines.find((line) => line.kind === 'sequence' && line.name === 'public.member_id_seq');
  expect(sequence).toMatchObject({ last: String(written) });
});

test('pictures are kept some to a line: of a thousand large ones a line would be longer than a text can be', async () => {
  const full = await createTestDatabase();
  const memberId = await insertMember(full);
  const mib = 1_048_576;
  await full.owner.query('alter table image disable trigger user');
  await full.owner.query(
    `insert into image (member_id, id, hash, webp, width, height)
     select $1, 'image' || n, sha256(n::text::bytea), decode(repeat(md5(n::text), ${mib / 16}), 'hex'), 1, 1 from generate_series(1, 20) as n`,
    [memberId],
  );
  const { rows } = await takeBackup(full.owner, file, new Date());
  const lines = await linesOf(file);
  const [images = [], others = []] = [true, false].map((wanted) =>
    lines.filter((line) => line.kind === 'rows' && (line.table === 'public.image') === wanted),
  );
  expect(images.flatMap((line) => (line.kind === 'rows' ? line.rows : []))).toHaveLength(20);
  for (const line of images) expect(JSON.stringify(line).length).toBeLessThan(20 * mib);
  expect(others.length).toBeLessThan(rows / 5);
  await full.drop();
});

test('a backup that fails half-way leaves the one before as it is, and nothing beside it', async () => {
  writeFileSync(file, 'the one before');
  await expect(
    backupWith(async (_, table) => {
      if (table === 20) throw new Error('the connection was lost');
    }),
  ).rejects.toThrow('the connection was lost');
  expect(readFileSync(file, 'utf8')).toBe('the one before');
  expect(readdirSync(folder)).toEqual(['one.backup']);
});

test('a backup of another version is refused with both, and nothing of it is written', async () => {
  await takeBackup(database.owner, file, new Date());
  const lines = await linesOf(file);
  const other = join(folder, 'other.backup');
  await writeBackup(
    other,
    (async function* () {
      for (const line of lines)
        yield line.kind === 'head' ? { ...line, migrations: line.migrations.slice(0, -1) } : line;
    })(),
  );
  const before = await database.pool.query('select * from scheduled_work order by name');
  await expect(restoreBackup(database.owner, other)).rejects.toThrow('made by another version');
  expect((await database.pool.query('select * from scheduled_work order by name')).rows).toEqual(before.rows);
});

test('a file that cannot be read is an error of the restore, and the database stays as it was', async () => {
  const before = await database.pool.query('select * from scheduled_work order by name');
  await expect(restoreBackup(database.owner, join(folder, 'missing.backup'))).rejects.toThrow('ENOENT');
  await expect(restoreBackup(database.owner, folder)).rejects.toThrow('EISDIR');
  expect((await database.pool.query('select * from scheduled_work order by name')).rows).toEqual(before.rows);
});

test('a database with a member alone, before any transfer, is in use', async () => {
  await takeBackup(database.owner, file, new Date());
  await insertMember(database);
  await expect(restoreBackup(database.owner, file)).rejects.toThrow('This database is in use');
});

test('a backup goes into no database on which a server runs: it would go on with the seeds that it started with', async () => {
  const empty = await createTestDatabase();
  await takeBackup(empty.owner, file, new Date());
  const bus = await openBus(empty.pool, empty.url, silentLog);
  await expect(restoreBackup(empty.owner, file)).rejects.toThrow('A server runs on this database');
  await bus.close();
  await expect.poll(() => restoreBackup(empty.owner, file)).toMatchObject({ rows: expect.any(Number) });
  await empty.drop();
});

/** Does that after the first statement of the next restoration with these words. */
async function afterLook({ owner }: TestDatabase, words: string, act: () => Promise<unknown>): Promise<void> {
  const client = await owner.connect();
  vi.spyOn(owner, 'connect').mockImplementationOnce(async () => client);
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  let isLooked = false;
  vi.spyOn(client, 'query').mockImplementation((async (text: string, values?: unknown[]) => {
    const answer = await query(text, values);
    if (text.includes(words) && !isLooked) {
      isLooked = true;
      await act();
    }
    return answer;
  }) as typeof client.query);
}

test('a server that starts between the look at the database and its locks is seen as well', async () => {
  const empty = await createTestDatabase();
  await takeBackup(empty.owner, file, new Date());
  let bus: Awaited<ReturnType<typeof openBus>> | undefined;
  await afterLook(empty, 'pg_stat_activity', async () => {
    bus = await openBus(empty.pool, empty.url, silentLog);
  });
  await expect(restoreBackup(empty.owner, file)).rejects.toThrow('A server runs on this database');
  await bus?.close();
  await empty.drop();
});

test('a member who registers between the look at the database and its locks is not overwritten', async () => {
  const empty = await createTestDatabase();
  await takeBackup(empty.owner, file, new Date());
  await afterLook(empty, 'from member', () => insertMember(empty));
  await expect(restoreBackup(empty.owner, file)).rejects.toThrow('This database is in use');
  expect((await empty.pool.query('select from member')).rowCount).toBe(1);
  await empty.drop();
});

test('books are sound as long as open items lock what their members have locked, and all balances', async () => {
  const { owner, pool } = database;
  const memberId = 7n;
  const found = async () => {
    const { isSound, lines } = await checkBooks(owner);
    return [isSound, lines.find((line) => line.startsWith('Locked totals'))?.split(': ')[1]];
  };
  expect(await found()).toEqual([true, 'none']);
  await owner.query('select ledger.open_member($1)', [memberId]);
  const ledger = openLedger({ pool, clock: { now: () => Date.now() } });
  const move = async (key: string, account: 'available' | 'withdrawing') => {
    const posting = { from: houseAccount('rail', memberId), to: memberAccount(memberId, account), amount: usdt(5n) };
    const inputHash = '0'.repeat(64);
    await ledger.submit({ key, inputHash, kind: 'depositConfirmed', reference: key, postings: [posting] });
  };
  await move('free', 'available');
  expect(await found()).toEqual([true, 'none']);
  await move('locked', 'withdrawing');
  expect(await found()).toEqual([false, 'withdrawing of member 7 has 5, open items lock 0']);
  // A withdrawal locks its amount until it has ended, whatever it waits for.
  const setState = (state: string, ended: string) =>
    owner.query(`update withdrawal set state = '${state}', sent_at = now(), ended_at = ${ended}`);
  await owner.query('alter table withdrawal disable trigger user');
  await owner.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one)
     values ($1, 'OUT1', 'address', 5, 0, 'nowhere', sha256('nowhere'), now(), now(), true)`,
    [memberId],
  );
  for (const state of ['requested', 'inReview', 'sent']) {
    await setState(state, 'null');
    expect(await found(), state).toEqual([true, 'none']);
  }
  for (const state of ['done', 'cancelled']) {
    await setState(state, 'now()');
    expect((await found())[0], state).toBe(false);
  }
});
