import { randomBytes } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { operatorFreezeEveryMs, operatorFreezeMs } from '#core/recovery/rules.ts';
import { cancelReplacement as cancelCard } from '#server/features/bank-card/card-store.ts';
import { getRecovery } from '#server/features/identity/get-recovery.ts';
import { searchMembers } from '#server/features/members/search-members.ts';
import { viewMember } from '#server/features/members/view-member.ts';
import { freezeHoldOf, freezeRecovered } from '#server/features/security/freeze.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import { freezeMember } from '#server/features/security/freeze-member.ts';
import { listSecurityActs } from '#server/features/security/list-security-acts.ts';
import { unfreezeMember } from '#server/features/security/unfreeze-member.ts';
import { listMemberRecords } from '#server/features/wallet/list-member-records.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { memberEventsTopic } from '#server/platform/events/member-events.ts';
import { silentLog } from '#server/platform/log.ts';
import { memberNumbers as numbersOf } from '#server/platform/member-number.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import type { Operator } from '#server/platform/session.ts';
import { insertMember } from './member-row.fixture.ts';

const memberNumbers = numbersOf(randomBytes(32));
const by: Operator = { operator: 'sue', role: 'support', locale: 'en' };
const reason = 'asked by telephone';
const clock = { now: () => Date.now(), wallNow: () => Date.now() };
const acts = { record: async () => undefined, announce: async () => undefined };
let database: TestDatabase;
let tables: Kysely<unknown>;
let ledger: ReturnType<typeof openLedger>;
let member: bigint;
let number: string;

beforeAll(async () => {
  database = await createTestDatabase();
  tables = new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) });
  ledger = openLedger({ pool: database.pool, clock });
  await insertOperators(database.owner, { sue: 'support', tom: 'support' });
});
beforeEach(async () => {
  member = await insertMember(database);
  number = memberNumbers.numberOf(member);
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

const world = () => ({ tables, memberNumbers, clock });
const viewing = () => ({ database: tables, ledger, memberNumbers, wallNow: Date.now });

async function actsOn(memberId: bigint): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select operator || ' ' || act as act from operator_act where member_id = $1 order by id`,
    [memberId],
  );
  return rows.map(({ act }) => act);
}

async function freezeOf(memberId: bigint) {
  const { rows } = await database.pool.query(
    'select held_by, by_member, holds_until from account_freeze where member_id = $1',
    [memberId],
  );
  return rows[0];
}

test('members are found by the beginning of their names in any letter case, or by their whole number', async () => {
  const names = ['Zoe0001', 'zoe0002', 'ZOE0003', 'other77', 'zoz0001'];
  for (const name of names) {
    await database.owner.query(
      `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
       values ($1, '$argon2id$', 'en', upper($1), sha256(convert_to($1, 'UTF8')), now())`,
      [name],
    );
  }
  const search = async (text: string) => (await searchMembers(viewing(), text, by)).map(({ username }) => username);
  expect(await search('zoe')).toEqual(['Zoe0001', 'zoe0002', 'ZOE0003']);
  expect(await search('ZOE0003')).toEqual(['ZOE0003']);
  expect(await search('oe')).toEqual([]);
  const [found] = await searchMembers(viewing(), number, by);
  expect(found).toMatchObject({ number, isFrozen: false });
  expect(await search('0'.repeat(16))).toEqual([]);
  // A name may be digits alone, the number of its member as well.
  await database.owner.query('update member set username = $2 where id = $1', [member, number]);
  expect(await search(number)).toEqual([number]);
  await search('zoe');
  const { rows } = await database.pool.query(
    `select subject from operator_act where act = 'membersSearched' and subject ~ 'zoe' order by id`,
  );
  // Who was looked for is kept, once an hour for the same words.
  expect(rows).toEqual([{ subject: 'search zoe' }]);
  const stranger = searchMembers(viewing(), 'zoe', { operator: 'nobody', role: 'support' });
  await expect(stranger).rejects.toMatchObject({ code: 'notPermitted' });
});

test('that an operator looked is recorded once an hour, and the member sees it', async () => {
  const account = await viewMember(viewing(), number, by);
  expect(account).toMatchObject({ number, freeze: null, sessions: 0, isBeingRecovered: false });
  expect(account.balances).toContainEqual({ account: 'available', asset: 'USDT', amount: '0.000000' });
  await viewMember(viewing(), number, by);
  await viewMember(viewing(), number, { ...by, operator: 'tom' });
  expect(await actsOn(member)).toEqual(['sue memberViewed', 'tom memberViewed']);
  await database.owner.query(
    `insert into security_act (member_id, id, act, detail, at) values ($1, 'Z1', 'passkeyAdded', 'phone', now())`,
    [member],
  );
  const listed = await listSecurityActs(tables, member, {});
  expect(listed.map(({ act }) => act)).toEqual(['passkeyAdded', 'operatorActed', 'operatorActed']);
  const looked = { role: 'support', act: 'memberViewed', reason: '', about: null };
  const byOperators = await listSecurityActs(tables, member, { by: 'operators' });
  expect(byOperators.map(({ operator }) => operator)).toEqual([looked, looked]);
});

test('an operator reads a member’s records page by page, and that is recorded as a view of the member', async () => {
  const available = memberAccount(member, 'available');
  for (const amount of [usdt(3n), usdt(4n)]) {
    await ledger.submit({
      key: `${member} ${amount}`,
      inputHash: '0'.repeat(64),
      kind: 'depositConfirmed',
      reference: 'a test',
      postings: [{ from: houseAccount('rail', member), to: available, amount }],
    });
  }
  const read = (before?: string) =>
    listMemberRecords(
      { pool: database.pool, clock, memberNumbers },
      before === undefined ? { member: number } : { member: number, before },
      by,
    );
  const page = await read();
  expect(page.map(({ amount }) => amount)).toEqual([4n, 3n]);
  expect(await actsOn(member)).toEqual(['sue memberViewed']);
  expect((await read(page[0]?.id)).map(({ amount }) => amount)).toEqual([3n]);
});

test('many views of one member at the same moment are one act for each operator', async () => {
  const tom = { ...by, operator: 'tom' };
  await Promise.all([by, by, by, by, tom, tom, tom, tom].map((operator) => viewMember(viewing(), number, operator)));
  expect((await actsOn(member)).toSorted()).toEqual(['sue memberViewed', 'tom memberViewed']);
});

test('an unknown number is refused, and an operator whose role has ended sees nothing', async () => {
  await expect(viewMember(viewing(), '0'.repeat(16), by)).rejects.toMatchObject({ code: 'memberUnknown' });
  await expect(viewMember(viewing(), number, { ...by, role: 'owner' })).rejects.toMatchObject({ code: 'notPermitted' });
  expect(await actsOn(member)).toEqual([]);
});

test('an operator’s freeze holds for its time, and repeating it, also twice at once, neither prolongs nor records it again', async () => {
  const before = Date.now();
  const input = { member: number, reason };
  const [first, second] = await Promise.all([1, 2].map(() => freezeMember(world(), input, by)));
  expect(second).toEqual(first);
  expect(first?.holdsUntil).toBeGreaterThanOrEqual(before + operatorFreezeMs);
  expect(
    await freezeMember({ ...world(), clock: { ...clock, wallNow: () => Date.now() + 3_600_000 } }, input, by),
  ).toEqual(first);
  expect(await actsOn(member)).toEqual(['sue memberFrozen']);
  expect(await freezeOf(member)).toMatchObject({ held_by: 'sue', by_member: false });
});

test('the member sees that an operator holds the freeze, and of one that a recovery took over that no operator does', async () => {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) });
  const seen = () =>
    getRecovery(
      { tables, freezeHoldOf: (memberId: bigint) => freezeHoldOf(world().tables, memberId, Date.now()) } as never,
      member,
    );
  expect(await seen()).toEqual({ waiting: null, freezeHoldsUntil: null });
  const { holdsUntil } = await freezeMember(world(), { member: number, reason }, by);
  expect(await seen()).toEqual({ waiting: null, freezeHoldsUntil: holdsUntil, freezeHeldByTeam: true });
  await world()
    .tables.transaction()
    .execute((transaction) => freezeRecovered(transaction, member, Date.now(), holdsUntil + 1));
  expect(await seen()).toEqual({ waiting: null, freezeHoldsUntil: holdsUntil + 1 });
});

test('freezing again, after the hold is over or was lifted, holds no account for longer', async () => {
  const input = { member: number, reason };
  const after = (milliseconds: number) => ({
    ...world(),
    clock: { ...clock, wallNow: () => Date.now() + milliseconds },
  });
  const { holdsUntil } = await freezeMember(world(), input, by);
  await unfreezeMember(world(), input, by);
  const again = await freezeMember(after(operatorFreezeMs / 2), input, by);
  expect(Math.abs(again.holdsUntil - holdsUntil)).toBeLessThan(10_000);
  const { rows } = await database.owner.query<{ last: Date }>(
    "select max(at) as last from operator_act where act = 'memberFrozen' and member_id = $1",
    [member],
  );
  await expect(freezeMember(after(operatorFreezeMs + 60_000), input, by)).rejects.toMatchObject({
    code: 'frozenByOperatorLately',
    values: { until: { at: (rows[0]?.last.getTime() ?? 0) + operatorFreezeEveryMs } },
  });
  await unfreezeMember(world(), input, by);
  await expect(freezeMember(after(operatorFreezeMs + 60_000), input, by)).rejects.toMatchObject({
    code: 'frozenByOperatorLately',
  });
  const later = await freezeMember(after(operatorFreezeEveryMs + 60_000), input, by);
  expect(later.holdsUntil).toBeGreaterThan(Date.now() + operatorFreezeEveryMs + operatorFreezeMs);
});

test('an operator’s freeze waits for a stake under way: it does not respond while that could still be committed', async () => {
  const placing = await database.pool.connect();
  await placing.query('begin');
  await placing.query('select ledger.lock_accounts(array[$1::bigint])', [memberAccount(member, 'available')]);
  let isFrozen = false;
  const freezing = freezeMember(world(), { member: number, reason }, by).then(() => {
    isFrozen = true;
  });
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await expect.poll(async () => isFrozen || (await database.pool.query(waiting)).rowCount === 1).toBe(true);
    expect(isFrozen).toBe(false);
  } finally {
    await placing.query('commit');
    placing.release();
  }
  await freezing;
  expect(await freezeOf(member)).toMatchObject({ held_by: 'sue' });
});

test('open pages of the member, and of nobody else, are told of an operator’s act with its commit', async () => {
  const bus = await openBus(database.pool, database.url, silentLog);
  const heard: unknown[] = [];
  bus.subscribe(memberEventsTopic, (payload) => void heard.push(payload));
  const input = { member: number, reason };
  await expect(freezeMember(world(), input, { ...by, role: 'owner' })).rejects.toMatchObject({ code: 'notPermitted' });
  await freezeMember(world(), input, by);
  const event = { name: 'security', data: { act: 'operatorActed' } };
  await expect.poll(() => heard).toEqual([[{ to: [[String(member)]], event }]]);
  await bus.close();
});

test('lifting an operator’s freeze leaves the member’s own, and a freeze of the member alone is none to lift', async () => {
  const input = { member: number, reason };
  await expect(unfreezeMember(world(), input, by)).rejects.toMatchObject({ code: 'notFrozenByOperator' });
  await freezeMember(world(), input, by);
  await unfreezeMember(world(), input, { ...by, operator: 'tom' });
  expect(await freezeOf(member)).toBeUndefined();
  await freezeMember(world(), input, by);
  await freezeAccount({ tables, cancelCard, acts, clock }, member);
  await unfreezeMember(world(), input, by);
  expect(await freezeOf(member)).toEqual({ held_by: null, by_member: true, holds_until: null });
  await expect(unfreezeMember(world(), input, by)).rejects.toMatchObject({ code: 'notFrozenByOperator' });
  expect(await actsOn(member)).toEqual([
    'sue memberFrozen',
    'tom memberUnfrozen',
    'sue memberFrozen',
    'sue memberUnfrozen',
  ]);
});

test('the freeze of a recovery is neither replaced nor lifted by an operator, and takes the place of an operator’s', async () => {
  const input = { member: number, reason };
  const recover = (until: number) =>
    tables.transaction().execute((transaction) => freezeRecovered(transaction, member, Date.now(), until));
  const day = Date.now() + 24 * 3_600_000;
  await recover(day);
  expect(await freezeMember(world(), input, by)).toEqual({ holdsUntil: day });
  await expect(unfreezeMember(world(), input, by)).rejects.toMatchObject({ code: 'notFrozenByOperator' });
  expect(await actsOn(member)).toEqual([]);

  const other = await insertMember(database);
  const ofOther = { member: memberNumbers.numberOf(other), reason };
  await freezeMember(world(), ofOther, by);
  await tables.transaction().execute((transaction) => freezeRecovered(transaction, other, Date.now(), day));
  expect(await freezeOf(other)).toMatchObject({ held_by: null });
  await expect(unfreezeMember(world(), ofOther, by)).rejects.toMatchObject({ code: 'notFrozenByOperator' });
});

test('an act whose record cannot be written does not happen', async () => {
  const input = { member: number, reason };
  await expect(freezeMember(world(), input, { ...by, role: 'owner' })).rejects.toMatchObject({ code: 'notPermitted' });
  expect(await freezeOf(member)).toBeUndefined();
  await freezeMember(world(), input, by);
  await expect(unfreezeMember(world(), input, { ...by, operator: 'nobody' })).rejects.toMatchObject({
    code: 'notPermitted',
  });
  expect(await freezeOf(member)).toMatchObject({ held_by: 'sue' });
});
