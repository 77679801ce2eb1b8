import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { type Database, openDatabase, serverRole } from './database.ts';
import { grants, privilegesTooMany } from './grants.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const attempts: readonly (readonly [what: string, statements: string])[] = [
  ['switch a guard off', 'alter table ledger.postings disable trigger all'],
  ['switch a guard of a feature off', 'alter table plan_outcome disable trigger user'],
  ['bypass all triggers', `set session_replication_role = 'replica'`],
  [
    'replace the function of a guard',
    'create or replace function ledger.refuse() returns trigger language sql as $$$$',
  ],
  ['drop a guard', 'drop trigger apply_postings on ledger.postings'],
  ['drop a constraint', 'alter table ledger.balances drop constraint balance_not_negative'],
  [
    'grant itself a privilege',
    'grant update on ledger.postings to current_user; update ledger.postings set amount = 1',
  ],
  ['change history', 'update ledger.postings set amount = 1'],
  ['delete history', 'delete from ledger.transfers'],
  ['empty a table', 'truncate plan_outcome'],
  ['change how a plan ended', 'update plan_outcome set result = 1'],
  ['change what was staked', 'update plan set amount = 1'],
  [
    'place a plan that is settled',
    "insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at) values (1, 'A', 1, 1, 1, 1, now(), 1, now())",
  ],
  [
    'place an order that is paid',
    "insert into round_order (member_id, id, round_id, category, stake, winnings, salt, placed_at, income, settled_at) values (1, 'A', 1, 'big', 1, 1, sha256(''), now(), 1, now())",
  ],
  [
    'make a withdrawal that is sent',
    "insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one, state, sent_at) values (1, 'A', 'address', 20000000000, 0, 'mine', sha256('mine'), now(), now(), false, 'sent', now())",
  ],
  [
    'make a holding that has ended',
    "insert into holding (member_id, id, product, days, daily_rate_ppm, early_exit_keeps_percent, amount, interest_reserved, subscribed_at, matures_at, state, interest, ended_at) values (1, 'A', 'p', 1, 1, 1, 1, 1, now(), now(), 'matured', 1, now())",
  ],
  [
    'make a follow that has ended',
    `insert into round_follow (member_id, id, category, stake, winnings, rounds, stop_on_win, placed_at, last_round, "end", ended_at) values (1, 'A', 'big', 1, 1, 2, false, now(), 1, 'won', now())`,
  ],
  ['publish an amount of points', "insert into published_points values ('task', 2, 'helpRead', 0, 1000000)"],
  ['seal the first key anew', "insert into sealed_root (sealed) values (decode(repeat('00', 40), 'hex'))"],
  ['forget what a destination received', 'update withdrawal_destination set erased_amount = 0'],
  ['open a member’s account to overdraft', 'update ledger.balances set may_be_negative = true'],
  ['delete a balance', 'delete from ledger.balances'],
  ['change a published root', `update balance_tree set root_hash = sha256('x')`],
  ['change a candle', 'update market.exchange_candles set close = open'],
  ['change the destination of a withdrawal', `update withdrawal set destination = 'mine'`],
  ['change a decision', `update approval_decision set operator = 'anna'`],
  ['pretend to be migrated', `update migration set hash = 'x'`],
  ['create a table', 'create table mine (n int)'],
  ['create a schema', 'create schema mine'],
  // A trigger on it would run inside another, where a balance may change.
  ['create a temporary table', 'create temporary table mine (n int)'],
  ['become the owner', 'set role clearlot'],
];

test.for(attempts)('the role that serves cannot %s', async ([, statements]) => {
  const { rows } = await database.pool.query('select current_user as role');
  expect(rows).toEqual([{ role: serverRole }]);
  await expect(database.pool.query(statements)).rejects.toThrow(
    /permission denied|must be (able to )?.*owner|owner of/,
  );
});

/** Of what was agreed with a member or decided by operators: columns that no statement of the server changes. */
const agreed: Readonly<Record<string, string>> = {
  account_recovery: 'member_id id asked_at request_id password_hash',
  approval_decision: 'operator decision at completes',
  bank_card: 'member_id sealed bound_at active_from',
  chain_watch: 'chain_id token_decimals started_after',
  deposit: 'member_id channel amount address requested_at',
  holding: 'member_id days daily_rate_ppm early_exit_keeps_percent amount interest_reserved matures_at',
  member: 'username invited_by invitation_code created_at',
  milestone: 'member_id kind reached_at',
  operator: 'name created_at',
  operator_link: 'operator made_by expires_at',
  operator_session: 'operator token_hash expires_at',
  plan: 'member_id group_id level amount at_risk placed_at',
  round_follow: 'member_id category stake winnings rounds loss_limit',
  round_order: 'member_id round_id category stake winnings salt placed_at',
  session: 'member_id token_hash created_at',
  support_conversation: 'member_id number opened_at',
  withdrawal:
    'member_id method amount fee destination destination_hash card_id approvals_needed requested_at review_ends_at only_one',
  withdrawal_destination: 'hash erased_amount erased_until',
};

test('the role that serves changes nothing of what was agreed', async () => {
  const columns = Object.entries(agreed).flatMap(([table, list]) =>
    list.split(' ').map((column) => ({ table, column })),
  );
  const { rows } = await database.owner.query(
    `select "table" || '.' || "column" as name from unnest($2::text[], $3::text[]) as agreed ("table", "column")
     where has_column_privilege($1, "table", "column", 'update')`,
    [serverRole, columns.map(({ table }) => table), columns.map(({ column }) => column)],
  );
  expect(rows).toEqual([]);
});

test('every guard of every table holds in every replication role', async () => {
  const { rows } = await database.pool.query(
    `select tgrelid::regclass || '.' || tgname as guard from pg_trigger where not tgisinternal and tgenabled <> 'A' order by 1`,
  );
  expect(rows).toEqual([]);
});

test('a table whose rows are guarded cannot be emptied, not by its owner and in no replication role', async () => {
  const { rows } = await database.pool.query<{ table: string; refuses: boolean }>(
    `select tgrelid::regclass::text as table, bool_or(tgtype & 32 <> 0 and tgenabled = 'A') as refuses
     from pg_trigger where not tgisinternal and tgtype & 2 <> 0 group by 1 order by 1`,
  );
  const tables = rows.map(({ table }) => table);
  const expected = [
    'approval_decision',
    'consent',
    'deposit',
    'operator',
    'product_clock',
    'security_act',
    'withdrawal',
  ];
  expect(tables).toEqual(expect.arrayContaining(expected));
  expect(rows.filter(({ refuses }) => !refuses)).toEqual([]);
  const superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  try {
    await superuser.query(`set session_replication_role = 'replica'`);
    for (const table of tables) {
      // Some the owner may not even try to empty.
      await expect(database.owner.query(`truncate ${table} cascade`), table).rejects.toThrow(
        /is refused|append-only|permission denied/,
      );
      await expect(superuser.query(`truncate ${table} cascade`), table).rejects.toThrow(/is refused|append-only/);
    }
  } finally {
    await superuser.end();
  }
});

test('a balance moves by a posting alone, even where the role may update the column', async () => {
  await expect(database.pool.query('update ledger.balances set balance = 1')).rejects.toThrow('only a posting');
});

test('no more is granted than is listed, whatever was granted before', async () => {
  await database.owner.query(`grant delete on plan_outcome to ${serverRole}`);
  await database.owner.query(`grant usage on sequence operator_act_id_seq to ${serverRole}`);
  const { url, ownerUrl } = database;
  // As in a database that a PostgreSQL before 15 has made.
  await database.owner.query('grant create on schema public to public');
  await database.owner.query(`grant temporary on database ${new URL(url).pathname.slice(1)} to public`);
  await (await openDatabase({ url, ownerUrl, folder: '/nowhere', log: silentLog })).close();
  expect(await privilegesTooMany(database.pool)).toEqual([]);
  const { rows: sequences } = await database.owner.query(
    `select has_sequence_privilege($1, 'operator_act_id_seq', 'usage') as may`,
    [serverRole],
  );
  expect(sequences).toEqual([{ may: false }]);
  const { rows } = await database.owner.query<{ table: string; privileges: string[] }>(
    `select format(case when n.nspname = 'public' then '%2$s' else '%1$s.%2$s' end, n.nspname, c.relname) as table,
       array_agg(distinct lower(p.privilege_type) order by lower(p.privilege_type)) as privileges
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     cross join lateral (
       select privilege_type, grantee from aclexplode(c.relacl)
       union all
       select e.privilege_type, e.grantee from pg_attribute as a, aclexplode(a.attacl) as e where a.attrelid = c.oid
     ) as p
     where c.relkind = 'r' and p.grantee = $1::regrole group by 1`,
    [serverRole],
  );
  const listed = Object.entries(grants).map(([table, list]) => ({
    table,
    privileges: ['select', ...(list.match(/insert|update|delete/g) ?? [])].sort(),
  }));
  expect(rows.toSorted((one, other) => (one.table < other.table ? -1 : 1))).toEqual(
    listed.toSorted((one, other) => (one.table < other.table ? -1 : 1)),
  );
});

test('what a role could do to the guards is known', async () => {
  expect(await privilegesTooMany(database.pool)).toEqual([]);
  expect(await privilegesTooMany(database.owner)).toEqual(['owns the tables']);
  const superuser = new pg.Pool({ connectionString: database.superuserUrl, max: 1 });
  expect(await privilegesTooMany(superuser)).toEqual(['is a superuser']);
  await superuser.end();
  const name = new URL(database.url).pathname.slice(1);
  await database.owner.query(`grant temporary on database ${name} to ${serverRole}`);
  await database.owner.query(`grant create on schema ledger to ${serverRole}`);
  expect(await privilegesTooMany(database.pool)).toEqual([
    'may create tables and functions',
    'may create temporary tables',
  ]);
  await database.owner.query(`revoke temporary on database ${name} from ${serverRole}`);
  await database.owner.query(`revoke create on schema ledger from ${serverRole}`);
  for (const schema of ['public', 'ledger', 'market']) {
    await database.owner.query(`grant create on schema ${schema} to ${serverRole}`);
    expect(await privilegesTooMany(database.pool), schema).toEqual(['may create tables and functions']);
    await database.owner.query(`revoke create on schema ${schema} from ${serverRole}`);
  }
});

test('the embedded database serves by a role that owns nothing; tools may open it by the one that does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-roles-'));
  const options = { folder, log: silentLog };
  const roleOf = async ({ pool }: Database) => (await pool.query('select current_user as role')).rows[0].role;
  const server = await openDatabase(options);
  const tool = await openDatabase({ ...options, as: 'owner' });
  try {
    expect([await roleOf(server), await roleOf(tool)]).toEqual([serverRole, 'clearlot']);
    expect(await privilegesTooMany(server.pool)).toEqual([]);
  } finally {
    await tool.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('with one address whose role owns the database it starts and says what is lost; with two it says nothing', async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (text: unknown) => void warnings.push(String(text)) } as typeof silentLog;
  await (await openDatabase({ url: database.ownerUrl, folder: '/nowhere', log })).close();
  expect(warnings).toEqual([expect.stringContaining('owns the tables')]);
  expect(warnings[0]).toContain('DATABASE_OWNER_URL');
  warnings.length = 0;
  const { url, ownerUrl } = database;
  await (await openDatabase({ url, ownerUrl, folder: '/nowhere', log })).close();
  await (await openDatabase({ url, folder: '/nowhere', log })).close();
  expect(warnings).toEqual([]);
});

test('a database that lacks a migration is brought up to date by its owner alone', async () => {
  const other = await createTestDatabase();
  const { url, ownerUrl } = other;
  await other.owner.query('delete from migration where number = (select max(number) from migration)');
  await expect(openDatabase({ url, folder: '/nowhere', log: silentLog })).rejects.toThrow(
    /lacks migration .*DATABASE_OWNER_URL/,
  );
  await other.owner.query('drop schema public cascade; drop schema ledger cascade; drop schema market cascade');
  await other.owner.query('create schema public; grant usage on schema public to public');
  const opened = await openDatabase({ url, ownerUrl, folder: '/nowhere', log: silentLog });
  expect((await opened.pool.query('select count(*) from plan')).rows).toEqual([{ count: 0n }]);
  expect(await privilegesTooMany(opened.pool)).toEqual([]);
  await opened.close();
  await other.drop();
});
