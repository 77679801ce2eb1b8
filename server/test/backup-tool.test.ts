import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { chainActs, readLogHead } from '#server/platform/operators/act-log.ts';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { loginPassword, Phone } from './phone.fixture.ts';

const tool = (path: string): string => fileURLToPath(new URL(`../../tools/${path}`, import.meta.url));
const code = 'TEST7';

let folder = '';
let original: TestDatabase;
let copy: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clearlot-backup-'));
  original = await createTestDatabase();
  copy = await createTestDatabase();
  await recordActs(original);
  await withApp(original, async (app) => {
    const phone = new Phone(app.address);
    await phone.register('backed01', code);
    await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '1000' });
    await untilBalance(phone, 1_000);
    for (const price of ['200', '150']) {
      const plan = { id: '1', coin: 'ETH', multiple: '3', price };
      const answer = await phone.post('/Exchange/shenqing', plan, { 'idempotency-key': `backup-${price}-key-0001` });
      expect(answer).toMatchObject({ status: 200 });
    }
    const holding = await phone.post('/Mobile/Financing/index', { product: 'day30', amount: '100' });
    expect(holding).toMatchObject({ status: 200 });
    const password = 'funds123';
    await phone.drawCaptcha();
    await phone.post('/User/uppp', { password, repassword: password, code, login: loginPassword });
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const out = await phone.post('/Finance/withdraw', {
      method: 'address',
      address,
      amount: '50',
      password,
      login: loginPassword,
    });
    expect(out).toMatchObject({ status: 200 });
  });
});

afterAll(async () => {
  await original.drop();
  await copy.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function withApp(database: TestDatabase, work: (app: App) => Promise<void>): Promise<void> {
  const settings = { PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: code, CARD_KEY: '7'.repeat(64) };
  const config = { ...readConfig({ ...settings, CLOCK_SPEED: '20' }), rateLimit: false };
  const app = await startApp(config, silentLog, (error) => {
    throw error;
  });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

/** Until there is so much, whatever plans that have ended meanwhile brought. */
function untilBalance(phone: Phone, atLeast: number): Promise<void> {
  const look = async () => {
    const { banlance } = (await phone.get('/User/balance')).url as { banlance: string };
    expect(Number(banlance)).toBeGreaterThanOrEqual(atLeast);
  };
  return vi.waitFor(look, { timeout: 60_000, interval: 50 });
}

/** Acts of an operator, in the chain: what is published from then on names its head. */
async function recordActs(database: TestDatabase): Promise<void> {
  await addOperators(database.owner);
  const act = { by: owner('anna'), act: 'memberViewed', subject: 'member 1', memberId: null, detail: {} } as const;
  const tables = tablesOf(database.pool);
  for (const reason of ['first', 'second', 'third']) {
    await tables.transaction().execute((within) => recordOperatorAct(within, { ...act, reason }));
  }
  await chainActs(tables);
}

const tablesOf = (pool: pg.Pool) => new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });

const run = (act: string, file: string, database: Partial<TestDatabase>) =>
  runTool('backup/backup.ts', [act, file], database);

/** Runs a tool like an operator and returns its exit code and output. */
function runTool(path: string, words: readonly string[], { url, ownerUrl }: Partial<TestDatabase>) {
  const { DATABASE_URL: _, ...environment } = process.env;
  const given = url ? { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } : {};
  const env = { ...environment, ...given, DATA_DIR: join(folder, 'own') };
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(process.execPath, [tool(path), ...words], { env, timeout: 120_000 }, (error, output, complaint) => {
      resolve({ status: error ? Number(error.code ?? 1) : 0, said: (output + complaint).trim() });
    });
  });
}

/** A fingerprint of every row of every table, but of those that each database has for itself; and where sequences stand. */
async function contentOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'ledger', 'market') and tablename <> 'migration' order by 1`,
  );
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line::text, '|' order by line::text)), '') as print from ${name} as line`,
    );
    content[name] = rows[0]?.print ?? '';
  }
  const { rows: sequences } = await pool.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname in ('public', 'ledger', 'market') order by 1`,
  );
  for (const { name, last } of sequences) content[name] = String(last);
  return content;
}

/** Keys, triggers and whether these bite: what a restore takes away for a while. */
async function guardsOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select conrelid::regclass::text || ' ' || conname as guard, pg_get_constraintdef(oid) as definition from pg_constraint
     where connamespace in ('public'::regnamespace, 'ledger'::regnamespace, 'market'::regnamespace) and contype <> 'n'
     union all
     select tgrelid::regclass::text || ' ' || tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     order by 1, 2`,
  );
  return rows;
}

/** As the on-chain rail leaves it when a chain is rewritten deeper than it waited for. */
async function loseDeposit(pool: TestDatabase['pool']): Promise<void> {
  await pool.query(
    `insert into chain_watch (chain_id, genesis_hash, token, token_decimals, started_after, block_number, block_hash)
     values (31337, '0x00', '0x01', 6, 0, 9, '0x09')`,
  );
  await pool.query(
    `insert into chain_transfer (member_id, chain_id, transaction_hash, place, address, amount, outcome, lost_at)
     values (1, 31337, '0xab', 0, '0x02', 170000000, 'credited', now()),
       (1, 31337, '0xcd', 0, '0x02', 1000000, 'rejected', now())`,
  );
}

test('a backup of a product with history is restored row by row, passes every check, and goes on', async () => {
  const file = join(folder, 'whole.backup');
  const guards = await guardsOf(copy.pool);
  await loseDeposit(original.pool);
  const taken = await run('backup', file, original);
  expect(taken).toMatchObject({ status: 0 });
  expect(taken.said).toContain('Trial balance of USDT: 0');
  expect(taken.said).toContain('The books are sound.');
  expect(statSync(file).mode & 0o077).toBe(0);

  const restored = await run('restore', file, copy);
  expect(restored).toMatchObject({ status: 0 });
  for (const line of [
    '1 members, 8 transfers, ',
    'Trial balance of USDT: 0',
    'Balances that are not the sum of their postings: none',
    'Torn transfers: none',
    'Locked totals that are not those of open items: none',
    'Credited deposits whose transfer the chain has lost: 170000000 micro USDT of member 1 by 0xab\n',
    'The books are sound.',
  ])
    expect(restored.said).toContain(line);
  const content = await contentOf(original.owner);
  expect(content['public.plan']).toMatch(/^2 /);
  expect(await contentOf(copy.owner)).toEqual(content);
  expect(await guardsOf(copy.pool)).toEqual(guards);
  await expect(copy.pool.query('delete from ledger.postings')).rejects.toThrow();

  await withApp(copy, async (app) => {
    const phone = new Phone(app.address);
    const signedIn = await phone.post('/Login/walletLogin', { username: 'backed01', password: 'quiet99owl' });
    expect(signedIn).toMatchObject({ status: 200 });
    expect((await phone.get('/Mobile/Financing/log', { status: 'running' })).info).toMatchObject([
      { product: 'day30', amount: '100.000000' },
    ]);
    await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '500' });
    await untilBalance(phone, 1_350);
    writeFileSync(join(folder, 'roots.json'), await (await fetch(`${app.address}/api/proofs/roots?after=0`)).text());
  });
  expect(await run('backup', file, copy)).toMatchObject({ status: 0 });
});

test('the log of operators is verified in a restored database, and whatever was changed there is found', async () => {
  const { position, hash } = await readLogHead(tablesOf(original.pool));
  // Those of six operators who were created, and three more.
  expect(position).toBe(9n);
  const { rows: published } = await copy.pool.query('select from balance_tree where log_position = 9');
  expect(published).not.toEqual([]);
  const verify = (...words: readonly string[]) => runTool('log/verify.ts', words, copy);
  const kept = ['--roots', join(folder, 'roots.json')];
  expect(await verify(...kept)).toEqual({ status: 0, said: `9 acts, head ${hash}` });

  const unguarded = async (...changes: readonly string[]) => {
    const guards = (what: string) =>
      ['operator_act', 'operator_act_chain'].map((table) => `alter table ${table} ${what} trigger user`);
    await copy.owner.query([...guards('disable'), ...changes, ...guards('enable')].join(';'));
  };
  await unguarded(`update operator_act set reason = 'another one' where reason = 'second'`);
  expect(await verify()).toMatchObject({ status: 1, said: expect.stringMatching(/^act 8: hash, /m) });
  await unguarded(
    'delete from operator_act_chain where position = 9',
    `delete from operator_act where reason = 'third'`,
  );
  expect(await verify()).toMatchObject({ status: 1, said: expect.stringMatching(/^act 9: published, /m) });
  // Who drops the roots that name it as well does so in no file that somebody kept of them.
  await copy.owner.query(`alter table balance_tree disable trigger user;
    update balance_tree set log_position = 8, log_hash = (select hash from operator_act_chain where position = 8)
    where log_position = 9;
    alter table balance_tree enable trigger user`);
  expect((await verify()).said).not.toContain('published');
  expect((await verify(...kept)).said).toMatch(/^act 9: published, no act instead of [0-9a-f]{64}$/m);
});

test('a backup goes into no database that is in use, and nothing of a damaged one stays', async () => {
  const file = join(folder, 'second.backup');
  expect(await run('backup', file, original)).toMatchObject({ status: 0 });
  const before = await contentOf(original.owner);
  expect(await run('restore', file, original)).toEqual({
    status: 1,
    said: 'This database is in use: a backup is restored into an empty one.',
  });
  expect(await contentOf(original.owner)).toEqual(before);

  const empty = await createTestDatabase();
  const fresh = await contentOf(empty.pool);
  const bytes = readFileSync(file);
  const lines = gunzipSync(bytes).toString();
  const richer = lines.replaceAll('1000000000', '9000000000');
  expect(richer).not.toBe(lines);
  for (const damaged of [
    bytes.subarray(0, bytes.length - 400),
    bytes.subarray(0, 20),
    Buffer.from('no backup'),
    gzipSync(richer),
    gzipSync(lines.slice(0, lines.lastIndexOf('\n', lines.length - 2) + 1)),
    gzipSync(''),
  ]) {
    writeFileSync(file, damaged);
    expect(await run('restore', file, empty)).toMatchObject({ status: 1 });
    expect((await contentOf(empty.pool))['public.member']).toBe(fresh['public.member']);
    expect((await contentOf(empty.pool))['ledger.postings']).toBe(fresh['ledger.postings']);
  }
  await empty.drop();
});

test('a backup is restored into a folder that is still empty, once', async () => {
  const file = join(folder, 'third.backup');
  expect(await run('backup', file, original)).toMatchObject({ status: 0 });
  const restored = await run('restore', file, {});
  expect(restored).toMatchObject({ status: 0 });
  for (const line of [
    '1 members, 8 transfers, ',
    'Locked totals that are not those of open items: none',
    'The books are sound.',
  ])
    expect(restored.said).toContain(line);
  expect(await run('restore', file, {})).toMatchObject({
    status: 1,
    said: 'This database is in use: a backup is restored into an empty one.',
  });
  const again = join(folder, 'fourth.backup');
  expect(await run('backup', again, {})).toMatchObject({ status: 0 });
  const rowsOf = (path: string) =>
    gunzipSync(readFileSync(path))
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('{"kind":"rows"'));
  expect(rowsOf(again)).toEqual(rowsOf(file));
});
