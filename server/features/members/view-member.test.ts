import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import type { Operator } from '#server/platform/session.ts';
import { filledMember } from '#server/test/filled-member.fixture.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { searchMembers } from './search-members.ts';
import { viewMember } from './view-member.ts';

const by: Operator = { operator: 'olive', role: 'owner', locale: 'en' };
const dayMs = 86_400_000;

/** A member with a row in every table, and one with none. */
const world = await openForFile(async () => {
  const database = await createTestDatabase();
  await allowMadeUpPoints(database);
  const memberNumbers = numbersOf(randomBytes(32));
  const ledger = openLedger({ pool: database.pool, clock: { now: Date.now } });
  const member = await filledMember(database);
  await allowChangesWithoutHistory(database.owner);
  return {
    ...{ postgres: database, owner: database.owner, ledger, memberNumbers, member },
    database: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
    number: memberNumbers.numberOf(member),
    close: async () => {
      await ledger.close();
      await database.drop();
    },
  };
});

/** Half an hour after the rows were written. */
let wall = 0;
beforeEach(() => {
  wall = Date.now() + dayMs / 48;
});

const near = (at: number | null, other: number): boolean => Math.abs((at ?? 0) - other) < dayMs / 24;
const view = () => viewMember({ ...world, wallNow: () => wall }, world.number, by);
const change = (statement: string, ...values: unknown[]) =>
  world.owner.query(statement, [world.member, ...values]).then(() => undefined);

test('an operator sees the member’s account as it is', async () => {
  const { member } = world;
  await world.ledger.submit({
    ...{ key: 'funds', inputHash: '0'.repeat(64), kind: 'depositConfirmed', reference: 'test' },
    postings: [
      { from: houseAccount('rail', member), to: memberAccount(member, 'available'), amount: usdt(1_500_000n) },
      { from: houseAccount('sponsorPoints', member), to: memberAccount(member, 'assistance'), amount: points(7n) },
    ],
  });
  const seen = await view();
  const moment = expect.any(Number);
  expect(seen).toEqual({
    ...{
      username: 'Zqmark0001',
      nickname: 'zqmark nick',
      number: world.number,
      locale: 'thai',
      timeZone: 'Asia/Bangkok',
    },
    ...{ createdAt: moment, isFrozen: false, freeze: null, sessions: 1, lastSignInAt: moment, hasAuthenticator: true },
    ...{ passkeys: 1, hasWithdrawalPassword: true, card: '**** 4242', excludedUntil: moment, isBeingRecovered: true },
    limits: [{ period: 'day', amount: 5n, next: null }],
    balances: expect.arrayContaining([
      { account: 'available', asset: 'USDT', amount: '1.500000' },
      { account: 'assistance', asset: 'PTS', amount: '7' },
      { account: 'plans', asset: 'USDT', amount: '0.000000' },
    ]),
  });
  expect([
    near(seen.createdAt, wall),
    near(seen.lastSignInAt, wall),
    near(seen.excludedUntil, wall + 7 * dayMs),
  ]).toEqual([true, true, true]);
});

test('a recovery is under way until its only approval lapses, and longer where there are two', async () => {
  const { rows } = await world.owner.query<{ asked: Date }>(
    'select asked_at as asked from account_recovery where member_id = $1 and ended_at is null',
    [world.member],
  );
  const lapsesAt = (rows[0]?.asked.getTime() ?? 0) + dayMs;
  const isUnderWay = async (at: number) => {
    wall = at;
    return (await view()).isBeingRecovered;
  };
  expect([await isUnderWay(lapsesAt - 1), await isUnderWay(lapsesAt + 1)]).toEqual([true, false]);
  await world.owner.query('alter table account_recovery disable trigger user');
  await change(
    `update account_recovery set approved_at = asked_at + interval '1 hour', takes_effect_at = asked_at + interval '73 hours'
     where member_id = $1 and ended_at is null`,
  );
  await world.owner.query('alter table account_recovery enable trigger user');
  expect(await isUnderWay(lapsesAt + 1)).toBe(true);
});

test('what is over, refused, not confirmed or not in force yet is not shown', async () => {
  const session = (name: string, columns: string) =>
    change(
      `insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, ended_at, replaced_by, user_agent, address)
       values (sha256($2), $1, now(), now(), ${columns}, '', '')`,
      Buffer.from(name),
    );
  await session('ended', `now() + interval '1 day', now(), null`);
  await session('over', `now() + interval '1 minute', null, null`);
  await session('replaced', `now() + interval '1 day', null, sha256('next')`);
  await change(`insert into session select sha256('of another'), id, now(), now(), now() + interval '1 day', null, null, '', ''
    from member where id <> $1 limit 1`);
  await change(
    `insert into passkey select 'other', id, 'P9', 'phone', 'key', 0, false, now() from member where id <> $1 limit 1`,
  );
  await change(`insert into sign_in values ($1, 'S2', 'wrongPassword', '', '', now() + interval '7 hours')`);
  await change(
    `insert into bank_card values ($1, 'C2', sha256('sealed'), '9999', 'Later Bank', now(), now() + interval '1 day')`,
  );
  const seen = await view();
  expect(seen).toMatchObject({ sessions: 1, passkeys: 1, card: '**** 4242' });
  expect(seen.lastSignInAt).toBeLessThan(wall);
  for (const result of [
    'wrongReset',
    'registered',
    'signedInByPasskey',
    'signedInByReset',
    'wrongFactor',
    'signedIn',
  ]) {
    await change(`update sign_in set result = $2 where member_id = $1 and id = 'S2'`, result);
    const last = (await view()).lastSignInAt ?? 0;
    expect([result, last > wall]).toEqual([result, !result.startsWith('wrong')]);
  }
  // Tries that anybody can make leave the last sign-in what it was.
  await change(
    `insert into sign_in select $1, 'S3' || lpad(place::text, 3, '0'), 'wrongPassword', '', '', now() + interval '8 hours'
     from generate_series(1, 60) as place`,
  );
  expect((await view()).lastSignInAt).toBeGreaterThan(wall);
  wall += 2 * dayMs;
  expect(await view()).toMatchObject({ card: '**** 9999' });
  wall -= 2 * dayMs;

  await change('update authenticator set confirmed_at = null where member_id = $1');
  await change(
    'update account_recovery set ended_at = now(), outcome = $2 where member_id = $1 and ended_at is null',
    'cancelled',
  );
  await change(
    `update bank_card set cancelled_at = active_from - interval '1 hour' where member_id = $1 and id = 'C2'`,
  );
  expect(await view()).toMatchObject({ hasAuthenticator: false, isBeingRecovered: false, card: '**** 4242' });
  wall += 2 * dayMs;
  expect(await view()).toMatchObject({ sessions: 0, card: '**** 4242' });
  await change(
    `update self_exclusion set lifts_at = now() + interval '26 hours', changed_at = now() where member_id = $1`,
  );
  expect((await view()).excludedUntil).toBeNull();
  wall -= dayMs;
  // The earlier end, not the one that it was begun with.
  expect(near((await view()).excludedUntil, wall + dayMs / 12)).toBe(true);
});

test('a limit is shown as it counts: a looser one that is in force for itself, one that was lifted not at all', async () => {
  const limits = async (after: number) => {
    wall += after;
    const seen = (await view()).limits;
    wall -= after;
    return seen;
  };
  const loosen = (amount: number | null) =>
    change(
      `update loss_limit set next_amount = $2, next_at = now() + interval '25 hours', changed_at = now() where member_id = $1`,
      amount,
    );
  await loosen(9);
  expect(await limits(0)).toEqual([{ period: 'day', amount: 5n, next: { amount: 9n, at: expect.any(Number) } }]);
  expect(await limits(2 * dayMs)).toEqual([{ period: 'day', amount: 9n, next: null }]);
  await loosen(null);
  expect(await limits(0)).toEqual([{ period: 'day', amount: 5n, next: { amount: null, at: expect.any(Number) } }]);
  expect(await limits(2 * dayMs)).toEqual([]);
});

test('a member whose account is deleted between the look and the read is unknown, and the look stands in the log', async () => {
  const member = await insertMember(world.postgres);
  const number = world.memberNumbers.numberOf(member);
  const client = await world.owner.connect();
  try {
    await client.query('begin');
    // What the look does not read.
    await client.query('lock table bank_card in access exclusive mode');
    const viewing = viewMember({ ...world, wallNow: () => wall }, number, by);
    await untilLockWait(world.owner, viewing);
    await client.query('insert into member_deletion (member_id) values ($1)', [member]);
    await client.query('commit');
    await expect(viewing).rejects.toMatchObject({ code: 'memberUnknown' });
  } finally {
    client.release(true);
  }
  const { rows } = await world.owner.query('select act from operator_act where member_id = $1', [member]);
  expect(rows).toEqual([{ act: 'memberViewed' }]);
});

test('a freeze is shown with who holds it and until when, and in the search', async () => {
  await change(
    `insert into account_freeze (member_id, frozen_at, holds_until, held_by, by_member)
     values ($1, '2026-05-01T00:00:00Z', '2026-05-04T00:00:00Z', 'olive', false)`,
  );
  expect(await view()).toMatchObject({
    isFrozen: true,
    freeze: {
      ...{ frozenAt: Date.UTC(2026, 4, 1), holdsUntil: Date.UTC(2026, 4, 4), operator: 'olive', byMember: false },
    },
  });
  for (const search of ['ZQmark', world.number]) {
    expect(await searchMembers(world, search, by)).toEqual([
      {
        ...{ username: 'Zqmark0001', number: world.number, nickname: 'zqmark nick', isFrozen: true },
        createdAt: expect.any(Number),
      },
    ]);
  }
});
