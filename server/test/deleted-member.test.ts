import { Kysely, PostgresDialect } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { confirmDeposit } from '#server/features/deposits/confirm-deposit.ts';
import { findDeposit, openDepositsAfter } from '#server/features/deposits/deposit-store.ts';
import { getGiving } from '#server/features/donations/get-giving.ts';
import { listEndedRecoveries } from '#server/features/identity/list-ended-recoveries.ts';
import { getInvitation } from '#server/features/invitations/get-invitation.ts';
import { getTeam } from '#server/features/invitations/get-team.ts';
import { getDeletion } from '#server/features/own-data/get-deletion.ts';
import { ownTables } from '#server/features/own-data/own-data-tables.ts';
import { faultsOf } from '#server/ledger/ledger.fixture.ts';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { openDeletions, stateOf } from './deletions.fixture.ts';
import { rowsOf, tablesHolding } from './every-table.fixture.ts';
import { filledMember, mark, payoutAddress } from './filled-member.fixture.ts';
import { allowMadeUpChances, allowMadeUpPoints } from './made-up-points.fixture.ts';
import { insertMember } from './member-row.fixture.ts';
import { openForFile } from './open-for-file.fixture.ts';

const { database, erase, ledger, move } = await openForFile(openDeletions);
let member: bigint;
beforeEach(async () => {
  member = await insertMember(database);
});

/** Tables without a row about a member who is not deleted and can be. */
const emptyBefore = ['member_deletion', 'account_freeze'];

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
  const recoveryTables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const byNumber = () => requireMember(tables, memberNumbers, memberNumbers.numberOf(filled));
  expect(await byNumber()).toMatchObject({ memberId: filled });

  expect((await erase(filled)).rowCount).toBe(1);

  await expect(byNumber()).rejects.toMatchObject({ code: 'memberUnknown' });
  // Whether everything was lost or the second factors alone, nobody knows any more.
  const recoveries = await listEndedRecoveries({ tables: recoveryTables, memberNumbers }, {});
  expect(recoveries.map(({ username, lost }) => [username, lost])).toEqual([
    [null, null],
    [null, null],
  ]);

  expect(await tablesHolding(database, mark, payoutAddress)).toEqual([]);
  const after = await rowsOf(database, filled);
  for (const [table, { erased }] of Object.entries(ownTables)) {
    if (emptyBefore.includes(table)) continue;
    const strip = (row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !(erased as readonly string[]).includes(column)));
    const expected = erased === 'rows' ? [] : (before.get(table) ?? []).map(strip);
    // Of a recovery that was open; one that had ended stays as it ended.
    const ended = (row: Record<string, unknown>) =>
      table === 'account_recovery' && row.outcome === null
        ? { ...row, outcome: 'cancelled', ended_at: expect.any(Date) }
        : row;
    expect([table, after.get(table)?.map(strip)]).toEqual([table, expected.map(ended)]);
    for (const column of erased === 'rows' ? [] : erased) {
      const [was, is] = [before.get(table)?.[0]?.[column], after.get(table)?.[0]?.[column]];
      expect([table, column, is]).not.toEqual([table, column, was]);
    }
  }
  expect(after.get('member_deletion')).toHaveLength(1);
  // What was paid to a destination still counts for it on that day, without the member.
  expect(await approvalsNeeded('zqmark', 5_000_000_000n)).toBe(2);
  expect(await approvalsNeeded('elsewhere', 4_000_000_000n)).toBe(0);
  expect(await approvalsNeeded('zqmark', 9_000_000_000n, '25 hours'), 'a day later').toBe(0);
  expect(await faultsOf(database)).toEqual([]);
});

/** For a withdrawal of another member to that destination. */
async function approvalsNeeded(to: string, amount: bigint, later = '0 hours'): Promise<unknown> {
  const { rows } = await database.owner.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one)
     values ($1, $2 || $4, 'address', $3, 1, 'x', sha256(convert_to($2, 'UTF8')), now() + $4::interval, now(), false)
     returning approvals_needed`,
    [member, to, amount, later],
  );
  return rows[0].approvals_needed;
}

test('what members who left paid to one destination within a day counts together', async () => {
  for (const [amount, ago, state, reason] of [
    [4_000_000_000n, '0 hours', 'done', null],
    [3_000_000_000n, '23 hours', 'done', null],
    // What was never paid, and what was a day before, counts for nobody.
    [5_000_000_000n, '1 hour', 'refused', 'noDestination'],
    [5_000_000_000n, '25 hours', 'done', null],
  ] as const) {
    const left = await insertMember(database);
    await database.owner.query(
      `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one,
         state, reason, sent_at, ended_at)
       values ($1, 'W1', 'address', $2, 1, 'there', sha256('shared'), now() - $3::interval, now(), false, $4, $5, now(), now())`,
      [left, amount, ago, state, reason],
    );
    await erase(left);
  }
  expect(await approvalsNeeded('shared', 3_000_000_000n)).toBe(0);
  expect(await approvalsNeeded('shared', 1n, '1 second')).toBe(2);
  // Expires a day after the newest withdrawal, also if its account was deleted first.
  const { rows } = await database.pool.query(
    `select erased_until > now() + interval '23 hours' as lasts from withdrawal_destination where hash = sha256('shared')`,
  );
  expect(rows).toEqual([{ lasts: true }]);
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
  // A transfer that was seen on a chain waits for its confirmations as long as it takes.
  await database.owner.query(
    `insert into deposit (member_id, id, channel, arrived, address, requested_at, request_key, input_hash, state, transfer, transaction_hash)
     values ($1, 'D7', 'chain', 20, 'a', now() - interval '2 days', 'c', 'h', 'seen', 't', 'x')`,
    [member],
  );
  expect((await getDeletion({ pool: database.pool, ledger }, member)).open).toEqual([
    { what: 'frozen', amount: null },
    { what: 'plans', amount: 5n },
    { what: 'depositing', amount: 29n },
    { what: 'available', amount: 7n },
  ]);
  // The points of both kinds would lapse.
  const owed = { balancesOf: async () => ({ assistance: 3n, promotion: 4n }) as never };
  expect((await getDeletion({ pool: database.pool, ledger: owed }, member)).points).toBe(7);
  expect(await stateOf(erase(member))).toBe('AO001');
  const { rows } = await database.pool.query('select username from member where id = $1', [member]);
  expect(rows[0].username).not.toBeNull();
});

test('a deposit that was announced long ago and never came is not credited once the account is deleted', async () => {
  await database.owner.query(
    `insert into deposit (member_id, id, channel, amount, address, requested_at, request_key, input_hash)
     values ($1, 'D7', 'sandbox', 9, 'a', now() - interval '2 hours', 'D7', 'h')`,
    [member],
  );
  // A transfer that its chain has taken back for now is its address's, whenever it comes.
  await database.owner.query(
    `insert into deposit (member_id, id, channel, arrived, address, requested_at, request_key, input_hash, transfer, transaction_hash)
     values ($1, 'D8', 'chain', 20, 'a', now() - interval '2 days', 'D8', 'h', 't', 'x')`,
    [member],
  );
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  // As the poll of the rail has read it.
  const announced = await findDeposit(tables, member, 'D7');
  if (!announced) throw new Error('the deposit is announced');
  await erase(member);
  expect(await confirmDeposit(ledger, announced, 3)).toBe(false);
  expect(await ledger.balancesOf(member)).toMatchObject({ available: 0n });
  expect(await openDepositsAfter(tables, 'D6', 10)).not.toContainEqual(
    expect.objectContaining({ memberId: member, id: 'D7' }),
  );
  expect(await findDeposit(tables, member, 'D7')).toMatchObject({ state: 'rejected' });
  expect(await findDeposit(tables, member, 'D8')).toMatchObject({ state: 'requested' });
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
  // Points are no money, and keep no account.
  await ledger.submit({
    ...{ key: `points:${member}`, inputHash: '00'.repeat(32), kind: 'checkedIn', reference: '2026-01-05' },
    postings: [
      { from: houseAccount('sponsorPoints', member), to: memberAccount(member, 'assistance'), amount: points(3n) },
    ],
  });
  await erase(member);
  const { rows } = await database.pool.query('select destination, amount, state from withdrawal where member_id = $1', [
    member,
  ]);
  expect(rows).toEqual([{ destination: '-', amount: 5n, state: 'done' }]);
  for (const text of attempts.slice(3)) {
    expect([text, await stateOf(database.owner.query(text, [member]))]).toEqual([text, '42501']);
  }
  const back = `update withdrawal set destination = 'there' where member_id = $1`;
  // Nor what the deletion itself did, once it is over.
  for (const text of [back, attempts[0] ?? '']) {
    expect([text, await stateOf(database.owner.query(text, [member]))]).toEqual([text, '23001']);
  }
});

test('the deletion itself changes nothing of a withdrawal or a recovery but what is personal', async () => {
  const left = await insertMember(database);
  // Approved, without what its guard asks for.
  await database.owner.query('alter table account_recovery disable trigger user');
  await database.owner.query(
    `insert into account_recovery (member_id, id, asked_at, approved_at, takes_effect_at)
     values ($1, 'R1', now(), now(), now() + interval '72 hours')`,
    [left],
  );
  await database.owner.query('alter table account_recovery enable trigger user');
  await database.owner.query(
    `insert into withdrawal (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one, state,
       sent_at, ended_at)
     values ($1, 'W1', 'address', 5, 1, 'there', sha256('kept'), now(), now(), false, 'done', now(), now())`,
    [left],
  );
  const client = await database.owner.connect();
  for (const [table, change] of [
    ['withdrawal', 'amount = 6'],
    ['withdrawal', "state = 'cancelled'"],
    ['withdrawal', "ended_at = now() + interval '1 day'"],
    ['withdrawal', "destination_hash = sha256('kept')"],
    ['account_recovery', "takes_effect_at = takes_effect_at + interval '1 hour'"],
    ['account_recovery', "outcome = 'refused'"],
  ] as const) {
    await client.query('begin');
    await client.query('insert into member_deletion (member_id) values ($1)', [left]);
    const recovery = await client.query('select outcome from account_recovery where member_id = $1', [left]);
    expect(recovery.rows, 'the recovery that was under way').toEqual([{ outcome: 'cancelled' }]);
    const changed = client.query(`update ${table} set ${change} where member_id = $1`, [left]);
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
