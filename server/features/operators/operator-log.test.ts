import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actsPerPage } from '#contract/operators-log.ts';
import { silentLog } from '#server/platform/log.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import { chainActs, countWaitingActs, readLogHead, verifyLog } from '#server/platform/operators/act-log.ts';
import { recordOperatorAct, recordOperatorLook } from '#server/platform/operators/operator-acts.ts';
import { addOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { onlyKey } from '#server/platform/secret-keys.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';
import { listOperatorActs } from './list-operator-acts.ts';
import { openOperators } from './operators-feature.ts';
import { type OperatorsWorld, openOperatorsWorld } from './operators-world.fixture.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
  await addOperators(world.database.owner);
});
afterAll(() => world.close());

const desk = () => ({ tables: world.tables, memberNumbers: memberNumbers(Buffer.alloc(32, 7)) });

const act = (reason: string, memberId: bigint | null = null) => ({
  by: owner('anna'),
  act: 'memberViewed' as const,
  subject: `member ${memberId ?? 17n}`,
  memberId,
  reason,
  detail: { which: reason },
});

const waitingForBert = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const recorded = (reason: string) =>
  world.tables.transaction().execute((within) => recordOperatorAct(within, act(reason)));

test('acts are chained once and without gaps, by however many nodes at once, also those that were committed late', async () => {
  await chainActs(world.tables);
  const { position: before } = await readLogHead(world.tables);
  await Promise.all(Array.from({ length: 40 }, (_, place) => recorded(`act ${place}`)));
  const written = Promise.withResolvers<void>();
  const finishing = Promise.withResolvers<void>();
  const late = world.tables.transaction().execute(async (within) => {
    await recordOperatorAct(within, act('late'));
    written.resolve();
    await finishing.promise;
  });
  await written.promise;
  await recorded('after the late one');
  await Promise.all(Array.from({ length: 6 }, () => chainActs(world.tables)));
  expect((await readLogHead(world.tables)).position).toBe(before + 41n);
  finishing.resolve();
  await late;
  expect(await countWaitingActs(world.tables)).toBe(1);
  await chainActs(world.tables);
  const report = await verifyLog(world.tables);
  expect(report).toMatchObject({ head: { position: before + 42n }, faults: [], unchained: 0 });
  const [newest] = await listOperatorActs(desk(), { operator: 'anna' });
  expect(newest).toMatchObject({ operator: 'anna', reason: 'after the late one', position: expect.any(String) });
  expect(newest?.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('an act that is recorded after the database’s clock was set back by days is chained', async () => {
  await world.database.owner.query(`alter table operator_act disable trigger operator_act_by_operator;
    insert into operator_act (operator, role, act, subject, reason, detail, at)
      values ('anna', 'owner', 'memberViewed', 'member 17', 'set back', '{}', now() - interval '3 days');
    alter table operator_act enable trigger operator_act_by_operator`);
  expect([await countWaitingActs(world.tables), await chainActs(world.tables)]).toEqual([1, 1]);
  expect(await verifyLog(world.tables)).toMatchObject({ faults: [], unchained: 0 });
});

test('the log is read the newest first, a page at a time, whole or of one operator or kind of act', async () => {
  const ended = { ...act('of bert'), by: owner('bert'), act: 'operatorEnded' as const };
  await world.tables.transaction().execute((within) => recordOperatorAct(within, ended));
  const reasons = Array.from({ length: actsPerPage }, (_, place) => `after bert ${place}`);
  for (const one of reasons) await recorded(one);
  const first = await listOperatorActs(desk(), {});
  expect(first.map((one) => one.reason)).toEqual(reasons.toReversed());
  const [next] = await listOperatorActs(desk(), { before: first.at(-1)?.id });
  expect(next?.reason).toBe('of bert');
  // Not yet in the chain.
  const ofBert = { operator: 'bert', reason: 'of bert', member: null, position: null, hash: null };
  expect(await listOperatorActs(desk(), { operator: 'bert' })).toMatchObject([ofBert]);
  expect(await listOperatorActs(desk(), { act: 'operatorEnded' })).toMatchObject([ofBert]);
  await chainActs(world.tables);
});

test('an act that touched a member is listed under the number that the member is known by, and found by it', async () => {
  const { memberNumbers } = desk();
  const { tables } = world;
  await tables.transaction().execute((within) => recordOperatorAct(within, act('looked at 23', 23n)));
  await tables.transaction().execute((within) => recordOperatorAct(within, act('looked at 24', 24n)));
  const number = memberNumbers.numberOf(23n);
  const ofMember = await listOperatorActs(desk(), { member: number });
  expect(ofMember).toMatchObject([{ reason: 'looked at 23', subject: `member ${number}`, member: number }]);
  const chat = { ...act('written to', 25n), subject: 'chat 25' };
  const note = { ...act('noted', 25n), subject: 'note 25' };
  for (const one of [chat, note]) await tables.transaction().execute((within) => recordOperatorAct(within, one));
  const listed = await listOperatorActs(desk(), { member: memberNumbers.numberOf(25n) });
  expect(listed.map(({ subject }) => subject)).toEqual(['note 25', `chat ${memberNumbers.numberOf(25n)}`]);
  await expect(listOperatorActs(desk(), { member: '9'.repeat(16) })).rejects.toMatchObject({ code: 'memberUnknown' });
});

const looked = (search: string) =>
  recordOperatorLook(world.tables, { by: owner('anna'), act: 'membersSearched', subject: `search ${search}` });

test('a search waits for no other search of the operator, and the same one at the same moment is recorded once', async () => {
  const { owner: ofTables, pool } = world.database;
  // While the row of bert is held, a search for `slow` stands in the middle of its transaction.
  await ofTables.query(`
    create function wait_for_bert() returns trigger language plpgsql as $$
      begin perform from operator where name = 'bert' for update; return new; end $$;
    create trigger wait_for_bert before insert on operator_act for each row when (new.subject = 'search slow')
      execute function wait_for_bert()`);
  const holder = await ofTables.connect();
  try {
    await holder.query(`begin; select from operator where name = 'bert' for update`);
    const slow = looked('slow');
    await expect.poll(async () => (await pool.query(waitingForBert)).rowCount).toBe(1);
    await Promise.all(Array.from({ length: 6 }, () => looked('quick')));
    await holder.query('rollback');
    await slow;
  } finally {
    await holder.query('rollback');
    holder.release();
    await ofTables.query('drop trigger wait_for_bert on operator_act; drop function wait_for_bert');
  }
  const { rows } = await pool.query(`select subject from operator_act where act = 'membersSearched' order by subject`);
  expect(rows).toEqual([{ subject: 'search quick' }, { subject: 'search slow' }]);
  const without = { operator: 'anna', role: 'support' } as const;
  const refused = recordOperatorLook(world.tables, { by: without, act: 'membersSearched', subject: 'search other' });
  await expect(refused).rejects.toMatchObject({ code: 'notPermitted' });
});

test('whether a search was recorded is found without reading what else the operator did', async () => {
  const client = await world.database.pool.connect();
  const used = async () => {
    const { rows } = await client.query<{ count: string }>(
      `select pg_stat_force_next_flush(), idx_scan as count from pg_stat_user_indexes where indexrelname = 'operator_act_look'`,
    );
    return Number(rows[0]?.count);
  };
  try {
    await client.query('set enable_seqscan = off');
    await used();
    const before = await used();
    await client.query(
      `select record_operator_look(1, 'anna', 'owner', 'membersSearched', 'search indexed', interval '1 hour'), pg_stat_force_next_flush()`,
    );
    expect(await used()).toBe(before + 2);
  } finally {
    client.release(true);
  }
});

test('an act and its row of the log live or die together', async () => {
  const cut = world.tables.transaction().execute(async (within) => {
    await recordOperatorAct(within, act('cut off', 17n));
    throw new Error('cut off');
  });
  await expect(cut).rejects.toThrow('cut off');
  const { rows } = await world.database.pool.query(`select from operator_act where reason = 'cut off'`);
  expect(rows).toEqual([]);
  // The other way round: where the log takes no row the act does not happen.
  const unwritable = world.tables.transaction().execute(async (within) => {
    await sql`update operator set locale = 'jp' where name = 'bert'`.execute(within);
    await recordOperatorAct(within, { ...act('x'), subject: '' });
  });
  await expect(unwritable).rejects.toThrow('check');
  const { rows: bert } = await world.database.pool.query(`select locale from operator where name = 'bert'`);
  expect(bert).toEqual([{ locale: 'en' }]);
});

test('neither the server nor the owner of the tables changes the log; with the guards off every changed, added or missing row is found', async () => {
  const { pool, owner: ofTables } = world.database;
  await chainActs(world.tables);
  const changes = [
    `update operator_act set reason = 'another one' where id = (select act_id from operator_act_chain where position = 5)`,
    `update operator_act set operator = 'bert' where id = (select act_id from operator_act_chain where position = 5)`,
    `update operator_act set at = at + interval '1 millisecond' where id = (select act_id from operator_act_chain where position = 5)`,
    `update operator_act set detail = '{}' where id = (select act_id from operator_act_chain where position = 5)`,
    `update operator_act set member_id = 24 where member_id = 23`,
    `update operator_act_chain set hash = decode(repeat('ab', 32), 'hex') where position = 5`,
    `delete from operator_act_chain where position = 5`,
    `update operator_act_chain set position = position + 1000 where position = 5`,
  ];
  for (const change of [...changes, 'truncate operator_act_chain', 'delete from operator_act']) {
    await expect(pool.query(change), change).rejects.toThrow(/permission denied/);
    await expect(ofTables.query(change), change).rejects.toThrow(/append-only/);
  }
  const superuser = new pg.Client(world.database.superuserUrl);
  await superuser.connect();
  await superuser.query(`set session_replication_role = 'replica'`);
  for (const change of changes) await expect(superuser.query(change), change).rejects.toThrow(/append-only/);
  await superuser.end();
  await expect(
    pool.query(
      `insert into operator_act_chain (position, act_id, hash) values (999, 1, decode(repeat('ab', 32), 'hex'))`,
    ),
  ).rejects.toThrow('nothing before it');
  const again = pool.query(
    `insert into operator_act_chain (position, act_id, hash)
     select max(position) + 1, min(act_id), decode(repeat('ab', 32), 'hex') from operator_act_chain`,
  );
  await expect(again).rejects.toThrow('operator_act_chain_act_id_key');
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: ofTables }) });
  for (const change of changes) {
    let found = 0;
    const unguarded = tables.transaction().execute(async (within) => {
      for (const table of ['operator_act', 'operator_act_chain']) {
        await sql.raw(`alter table ${table} disable trigger user`).execute(within);
      }
      await sql.raw(change).execute(within);
      const { faults } = await verifyLog(within);
      found = faults.length;
      throw new Error('taken back');
    });
    await expect(unguarded).rejects.toThrow('taken back');
    expect(found, change).toBeGreaterThan(0);
  }
  expect(await verifyLog(tables)).toMatchObject({ faults: [], unchained: 0 });
});

test('acts that are dropped from the end of the log are missed by the heads that were published', async () => {
  const { owner: ofTables, pool } = world.database;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: ofTables }) });
  // More than are chained by one transaction, and read by one statement of a verification.
  await ofTables.query(
    `insert into operator_act (operator, role, act, subject, reason, detail)
     select 'anna', 'owner', 'listViewed', 'list ' || n, '', '{}' from generate_series(1, 2001) as n`,
  );
  await recorded('the newest one');
  const before = await countWaitingActs(world.tables);
  expect(await chainActs(world.tables)).toBe(before);
  expect(await countWaitingActs(world.tables)).toBe(0);
  const head = await readLogHead(world.tables);
  const publish = (hash: string | null, position: bigint | number | null = head.position, number = 1) =>
    pool.query(
      `insert into balance_tree (id, at, hour, root_hash, total, member_count, house, previous, digest, signing_key, signature,
         log_position, log_hash)
       select $3::bigint, now() + $3::bigint * interval '1 hour', date_trunc('hour', now()) + $3::bigint * interval '1 hour', sha256('root'), 0, 0, '[]',
         coalesce((select digest from balance_tree where id = $3::bigint - 1), decode(repeat('00', 32), 'hex')),
         sha256(convert_to('digest ' || $3::bigint, 'UTF8')), sha256('key'), sha512('signature'), $1, decode($2, 'hex')`,
      [position, hash, number],
    );
  const noHead = 'does not name the head of the log';
  await expect(publish('ab'.repeat(32))).rejects.toThrow(noHead);
  await expect(publish('ab'.repeat(32), 0), 'of an empty log').rejects.toThrow(noHead);
  await publish(head.hash);
  const { rows } = await pool.query(
    `select position, encode(hash, 'hex') as hash from operator_act_chain where position = $1`,
    [Number(head.position) - 1],
  );
  await expect(publish(rows[0].hash, rows[0].position, 2), 'of a shorter log').rejects.toThrow(noHead);
  await expect(publish('00'.repeat(32), 0, 2), 'of no acts any more').rejects.toThrow(noHead);
  await expect(publish(null, null, 2), 'of no log any more').rejects.toThrow(noHead);
  expect(await verifyLog(tables)).toMatchObject({ head, faults: [] });
  const drops = [
    `delete from operator_act_chain where position = ${head.position}`,
    `delete from operator_act where reason = 'the newest one'`,
  ];
  const without = async (changes: readonly string[], mirrored: Parameters<typeof verifyLog>[1]): Promise<unknown> => {
    let found: unknown;
    const unguarded = tables.transaction().execute(async (within) => {
      for (const table of ['operator_act', 'operator_act_chain', 'balance_tree']) {
        await sql.raw(`alter table ${table} disable trigger user`).execute(within);
      }
      for (const change of changes) await sql.raw(change).execute(within);
      found = (await verifyLog(within, mirrored)).faults;
      throw new Error('taken back');
    });
    await expect(unguarded).rejects.toThrow('taken back');
    return found;
  };
  const missing = [{ kind: 'published', position: head.position, claimed: 'no act', expected: head.hash }];
  expect(await without(drops, [])).toEqual(missing);
  // Together with the root that names it: what somebody else kept of the roots still does.
  expect(await without([...drops, 'delete from balance_tree'], [])).toEqual([]);
  expect(await without([...drops, 'delete from balance_tree'], [head])).toEqual(missing);
});

test('the consoles hear of acts once these have their places in the chain', async () => {
  const published: unknown[] = [];
  await recorded('heard of');
  const operators = openOperators({
    ...{ pool: world.database.pool, log: silentLog, passwords: world.passwords, securityLog: silentSecurityLog },
    ...{ secretKeys: onlyKey(Buffer.alloc(32, 1)), publicOrigin: undefined, features: [], wallNow: world.wallNow },
    memberNumbers: memberNumbers(Buffer.alloc(32, 1)),
    captcha: world.captcha,
    operatorEvents: { publish: async (changed) => void published.push(changed) },
  });
  try {
    await expect.poll(() => published).toEqual([{ subject: 'log', id: '' }]);
    expect(await countWaitingActs(world.tables)).toBe(0);
  } finally {
    await operators.close?.();
  }
});
