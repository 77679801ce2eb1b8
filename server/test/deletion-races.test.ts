import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { openDeletions, stateOf } from './deletions.fixture.ts';
import { rowsOf } from './every-table.fixture.ts';
import { insertMember } from './member-row.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const { database, erase, ledger, move } = await openForFile(openDeletions);
let member: bigint;
beforeEach(async () => {
  member = await insertMember(database);
});

test('a second deletion, and one at the same moment, find it done', async () => {
  const both = await Promise.all([erase(member), erase(member)]);
  expect(both.map(({ rowCount }) => rowCount).toSorted()).toEqual([0, 1]);
  expect((await erase(member)).rowCount).toBe(0);
});

test('money that arrives at the same moment is there before the deletion or not at all', async () => {
  const others = await Promise.all(Array.from({ length: 20 }, () => insertMember(database)));
  const outcomes = await Promise.all(
    others.map(async (other) => {
      const [deleted] = await Promise.all([stateOf(erase(other)), move(other, 3n, 'available')]);
      const { available } = (await ledger.balancesOf(other)) ?? {};
      return { deleted, available };
    }),
  );
  // The books take what arrives later as well: it stays under the number.
  expect(
    outcomes.every(({ deleted, available }) => available === 3n && (deleted === 'done' || deleted === 'AO001')),
  ).toBe(true);
  // The deletion waits for a transfer that holds the account, and so finds its money.
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select ledger.lock_accounts(array[$1]::bigint[])', [memberAccount(member, 'available')]);
  const deleting = stateOf(erase(member));
  await untilLockWait(database.pool, deleting);
  await client.query('commit');
  client.release();
  expect(await deleting).toBe('done');
});

test('a connection that is lost amid the deletion leaves the account as it was', async () => {
  await database.owner.query(`insert into sign_in values ($1, 'S1', 'signedIn', 'browser', 'network', now())`, [
    member,
  ]);
  const before = await rowsOf(database, member);
  const client = await database.pool.connect();
  client.on('error', () => undefined);
  await client.query('begin');
  await client.query('insert into member_deletion (member_id) values ($1)', [member]);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const superuser = new pg.Client(database.superuserUrl);
  await superuser.connect();
  await superuser.query('select pg_terminate_backend($1, 10000)', [rows[0].pid]);
  await superuser.end();
  await expect(client.query('commit')).rejects.toThrow();
  client.release(true);
  expect(await rowsOf(database, member)).toEqual(before);
});

test('a call under way writes nothing personal after the deletion', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(`insert into sign_in values ($1, 'S9', 'signedIn', 'late', 'late', now())`, [member]);
  const deleting = erase(member);
  await untilLockWait(database.pool, deleting);
  await client.query('commit');
  client.release();
  await deleting;
  expect((await database.pool.query('select from sign_in where member_id = $1', [member])).rowCount).toBe(0);
  const late: readonly string[] = [
    `insert into sign_in values ($1, 'S8', 'signedIn', 'late', 'late', now())`,
    `insert into security_act (member_id, id, act, at) values ($1, 'A9', 'late', now())`,
    `insert into session values (sha256('late'), $1, now(), now(), now(), null, null, '', '')`,
    `insert into support_chat (member_id) values ($1)`,
    `insert into image (member_id, id, hash, webp, width, height) values ($1, 'I9', sha256('late'), 'late', 1, 1)`,
    `update member set nickname = 'late' where id = $1`,
  ];
  for (const text of late) expect([text, await stateOf(database.pool.query(text, [member]))]).toEqual([text, 'AO002']);
});

test('a deposit or a freeze under way when the account is deleted is open business, and a later one is refused', async () => {
  const asked = (id: string) =>
    `insert into deposit (member_id, id, channel, amount, address, requested_at, request_key, input_hash)
     values ($1, '${id}', 'sandbox', 9, 'a', now(), '${id}', 'h')`;
  const freeze = 'insert into account_freeze (member_id, frozen_at) values ($1, now())';
  for (const text of [asked('D1'), freeze]) {
    const one = await insertMember(database);
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(text, [one]);
    const deleting = stateOf(erase(one));
    await expect
      .poll(async () => (await database.owner.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    expect([text, await deleting]).toEqual([text, 'AO001']);
    expect((await rowsOf(database, one)).get('member')).toMatchObject([{ username: expect.any(String) }]);
  }
  await erase(member);
  const given: readonly string[] = [
    asked('D2'),
    `insert into member_act values ($1, 'helpRead', 'one.2026-01-01', now())`,
    `insert into donation values ($1, 'G1', 10, 'masked', now())`,
    `insert into withdrawal_password_reset values ($1, '$argon2id$late', now(), now() + interval '24 hours')`,
    `insert into draw_client_seed values ($1, 1, repeat('a', 32), now())`,
    `insert into check_in values ($1, '2026-01-05', 'UTC', 1, '2026-01-05 12:00Z', '2026-01-06 00:00Z')`,
    `insert into task_collected values ($1, 'readHelp', '2026-01-05', 'UTC', 1, 'one', '2026-01-05 12:00Z', '2026-01-05 13:00Z',
      '2026-01-06 00:00Z')`,
  ];
  for (const text of given) expect([text, await stateOf(database.pool.query(text, [member]))]).toEqual([text, 'AO002']);
  const arrived = `insert into deposit (member_id, id, channel, amount, arrived, address, requested_at, request_key, input_hash, transfer,
      transaction_hash) values ($1, 'D3', 'chain', null, 9, 'a', now(), 'D3', 'h', 't', 'x')`;
  expect(await stateOf(database.owner.query(arrived, [member]))).toBe('done');
});
