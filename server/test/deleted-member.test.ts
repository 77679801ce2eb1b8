import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { confirmDeposit } from '#server/features/deposits/confirm-deposit.ts';
import { type DepositTables, findDeposit, openDepositsAfter } from '#server/features/deposits/deposit-store.ts';
import { getGiving } from '#server/features/donations/get-giving.ts';
import { getInvitation } from '#server/features/invitations/get-invitation.ts';
import { getTeam } from '#server/features/invitations/get-team.ts';
import { getDeletion } from '#server/features/own-data/get-deletion.ts';
import { ownTables } from '#server/features/own-data/own-data-tables.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { rowsOf, tablesHolding } from './every-table.fixture.ts';
import { filledMember, mark, payoutAddress } from './filled-member.fixture.ts';
import { allowMadeUpChances, allowMadeUpPoints } from './made-up-points.fixture.ts';
import { insertMember } from './member-row.fixture.ts';

let database: TestDatabase;
let ledger: ReturnType<typeof openLedger>;

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpPoints(database);
  await allowMadeUpChances(database);
  ledger = openLedger({ pool: database.pool, clock: { now: () => Date.now() } });
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

const erase = (memberId: bigint, by = database.pool) =>
  by.query('insert into member_deletion (member_id) values ($1) on conflict do nothing', [memberId]);

const stateOf = async (query: Promise<unknown>): Promise<unknown> =>
  query.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

/** Tables without a row about a member who is not deleted and can be. */
const emptyBefore = ['member_deletion', 'account_freeze'];

let member: bigint;
beforeEach(async () => {
  member = await insertMember(database);
});

/** Moves test money between the rail and a member's account. */
async function move(memberId: bigint, amount: bigint, account: 'available' | 'plans', back = false): Promise<void> {
  const [from, to] = [houseAccount('rail', memberId), memberAccount(memberId, account)];
  await ledger.submit({
    key: `move:${memberId}:${account}:${back}`,
    inputHash: inputHashOf({ amount }),
    kind: 'depositConfirmed',
    reference: 'D1',
    postings: [back ? { from: to, to: from, amount: usdt(amount) } : { from, to, amount: usdt(amount) }],
  });
}

test('nothing personal of a member is left in any table, and what stays is what was there', async () => {
  const filled = await filledMember(database);
  await move(filled, 5n, 'available');
  await move(filled, 5n, 'available', true);
  const before = await rowsOf(database, filled);
  expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual(emptyBefore);
  expect((await tablesHolding(database, mark)).length).toBeGreaterThan(15);
  expect(await getDeletion({ pool: database.pool, ledger }, filled)).toEqual({ open: [], points: 0 });

  const memberNumbers = numbersOf(Buffer.alloc(32));
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const byNumber = () => requireMember(tables, memberNumbers, memberNumbers.numberOf(filled));
  expect(await byNumber()).toMatchObject({ memberId: filled });

  expect((await erase(filled)).rowCount).toBe(1);

  await expect(byNumber()).rejects.toMatchObject({ code: 'memberUnknown' });

  expect(await tablesHolding(database, mark, payoutAddress)).toEqual([]);
  const after = await rowsOf(database, filled);
  for (const [table, { erased }] of Object.entries(ownTables)) {
    if (emptyBefore.includes(table)) continue;
    const strip = (row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !(erased as readonly string[]).includes(column)));
    const expected = erased === 'rows' ? [] : (before.get(table) ?? []).map(strip);
    const endedHere = { ...(table === 'account_recovery' && { outcome: 'cancelled', ended_at: expect.any(Date) }) };
    expect([table, after.get(table)?.map(strip)]).toEqual([table, expected.map((row) => ({ ...row, ...endedHere }))]);
    for (const column of erased === 'rows' ? [] : erased) {
      const [was, is] = [before.get(table)?.[0]?.[column], after.get(table)?.[0]?.[column]];
      expect([table, column, is]).not.toEqual([table, column, was]);
    }
  }
  expect(after.get('member_deletion')).toHaveLength(1);
  // What was paid to a destination still counts for it on that day, without the member.
  expect(await approvalsNeeded('zqmark', 5_000_000_000n)).toBe(2);
  expect(await approvalsNeeded('elsewhere', 4_000_000_000n)).toBe(0);
  expect(await faultsOf(database)).toEqual([]);
});

/** For a withdrawal of another member to that destination. */
async function approvalsNeeded(to: string, amount: bigint): Promise<unknown> {
  const { rows } = await database.owner.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one)
     values ($1, $2, 'address', $3, 1, 'x', sha256(convert_to($2, 'UTF8')), now(), now(), false) returning approvals_needed`,
    [member, to, amount],
  );
  return rows[0].approvals_needed;
}

test('what members who left paid to one destination within a day counts together', async () => {
  for (const [amount, ago] of [
    [4_000_000_000n, '0 hours'],
    [3_000_000_000n, '23 hours'],
  ] as const) {
    const left = await insertMember(database);
    await database.owner.query(
      `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one,
         state, sent_at, ended_at)
       values ($1, 'W1', 'address', $2, 1, 'there', sha256('shared'), now() - $3::interval, now(), false, 'done', now(), now())`,
      [left, amount, ago],
    );
    await erase(left);
  }
  expect(await approvalsNeeded('shared', 3_000_000_001n)).toBe(2);
  // For a day after the newest of them, whoever left last.
  const { rows } = await database.pool.query(
    `select erased_until > now() + interval '23 hours' as lasts from withdrawal_destination where hash = sha256('shared')`,
  );
  expect(rows).toEqual([{ lasts: true }]);
});

test('a second deletion, and one at the same moment, find it done', async () => {
  const both = await Promise.all([erase(member), erase(member)]);
  expect(both.map(({ rowCount }) => rowCount).toSorted()).toEqual([0, 1]);
  expect((await erase(member)).rowCount).toBe(0);
});

test('what is still open is named, and nothing is erased while it is', async () => {
  await move(member, 7n, 'available');
  await move(member, 5n, 'plans');
  await database.owner.query('insert into account_freeze (member_id, frozen_at) values ($1, now())', [member]);
  await database.owner.query(
    `insert into deposit (member_id, id, channel, amount, address, requested_at, request_key, input_hash)
     values ($1, 'D9', 'sandbox', 9, 'a', now(), 'k', 'h'), ($1, 'D8', 'sandbox', 9, 'a', now() - interval '2 hours', 'j', 'h')`,
    [member],
  );
  expect((await getDeletion({ pool: database.pool, ledger }, member)).open).toEqual([
    { what: 'frozen', amount: null },
    { what: 'plans', amount: 5n },
    { what: 'depositing', amount: 9n },
    { what: 'available', amount: 7n },
  ]);
  expect(await stateOf(erase(member))).toBe('AO001');
  const { rows } = await database.pool.query('select username from member where id = $1', [member]);
  expect(rows[0].username).not.toBeNull();
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

test('a deposit that was announced long ago and never came is not credited once the account is deleted', async () => {
  await database.owner.query(
    `insert into deposit (member_id, id, channel, amount, address, requested_at, request_key, input_hash)
     values ($1, 'D7', 'sandbox', 9, 'a', now() - interval '2 hours', 'D7', 'h')`,
    [member],
  );
  const tables = new Kysely<DepositTables>({ dialect: new PostgresDialect({ pool: database.pool }) });
  // As the poll of the rail has read it.
  const announced = await findDeposit(tables, member, 'D7');
  if (!announced) throw new Error('the deposit is announced');
  await erase(member);
  expect(await confirmDeposit(ledger, announced, 3)).toBe(false);
  expect(await ledger.balancesOf(member)).toMatchObject({ available: 0n });
  expect(await openDepositsAfter(tables, 'D6', 10)).not.toContainEqual(expect.objectContaining({ memberId: member }));
  expect(await findDeposit(tables, member, 'D7')).toMatchObject({ state: 'rejected' });
});

test('the guards let the deletion through, and nobody else before or after it', async () => {
  await database.owner.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one, state,
       sent_at, ended_at)
     values ($1, 'W1', 'address', 5, 1, 'there', sha256('there'), now(), now(), false, 'done', now(), now())`,
    [member],
  );
  await database.owner.query(`insert into security_act (member_id, id, act, at) values ($1, 'A1', 'late', now())`, [
    member,
  ]);
  const attempts: readonly string[] = [
    `update withdrawal set destination = '-', comment = '', destination_hash = erased_destination(member_id, id) where member_id = $1`,
    'delete from security_act where member_id = $1',
    `update member set username = null, password_hash = null, invitation_code = null, registration_proof = null, nickname = '',
      real_name = '' where id = $1`,
    'delete from member_deletion where member_id = $1',
    `update member_deletion set transaction = pg_current_xact_id() where member_id = $1`,
  ];
  for (const text of attempts.slice(0, 3)) {
    expect([text, await stateOf(database.pool.query(text, [member]))]).toEqual([text, '42501']);
    expect([text, await stateOf(database.owner.query(text, [member]))]).toEqual([
      text,
      expect.stringMatching(/^(23001|42501)$/),
    ]);
  }
  await erase(member);
  const { rows } = await database.pool.query('select destination, amount, state from withdrawal where member_id = $1', [
    member,
  ]);
  expect(rows).toEqual([{ destination: '-', amount: 5n, state: 'done' }]);
  for (const text of attempts.slice(3)) {
    expect([text, await stateOf(database.owner.query(text, [member]))]).toEqual([text, '42501']);
  }
  const back = `update withdrawal set destination = 'there' where member_id = $1`;
  expect(await stateOf(database.owner.query(back, [member]))).toBe('23001');
});

test('the deletion itself changes nothing of a withdrawal but what is personal', async () => {
  const left = await insertMember(database);
  await database.owner.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one, state,
       sent_at, ended_at)
     values ($1, 'W1', 'address', 5, 1, 'there', sha256('kept'), now(), now(), false, 'done', now(), now())`,
    [left],
  );
  const client = await database.owner.connect();
  for (const change of ['amount = 6', "state = 'cancelled'", "ended_at = now() + interval '1 day'"]) {
    await client.query('begin');
    await client.query('insert into member_deletion (member_id) values ($1)', [left]);
    const changed = client.query(`update withdrawal set ${change} where member_id = $1`, [left]);
    expect(await stateOf(changed), change).toBe('23001');
    await client.query('rollback');
  }
  client.release();
});

test('others see that somebody left, and no name', async () => {
  const inviter = await insertMember(database);
  const invited = await insertMember(database, 'UTC', inviter);
  const below = await insertMember(database, 'UTC', invited);
  for (const [one, above, second] of [
    [invited, inviter, null],
    [below, invited, inviter],
  ] as const) {
    await database.owner.query('insert into team_place values ($1, $2, $3, $4, null, now())', [
      one,
      `T${one}`,
      above,
      second,
    ]);
  }
  await allowMadeUpPoints(database);
  await allowMadeUpChances(database);
  await database.owner.query(`insert into donation values ($1, $2, 10, 'masked', now())`, [invited, `ZZ${invited}`]);
  await erase(invited);
  const { members } = await getTeam(database.pool, inviter, { level: 1 });
  expect(members.map(({ name }) => name)).toEqual([null]);
  expect((await getInvitation(database.pool, below)).inviters).toEqual([
    { level: 1, name: null },
    { level: 2, name: expect.stringContaining('***') },
  ]);
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const { donors } = await getGiving({ pool: database.pool, tables, ledger, clock: { now: () => Date.now() } });
  expect(donors.find(({ points }) => Number(points) === 10)?.name).toBeNull();
});
