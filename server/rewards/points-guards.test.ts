import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { attemptIn, type Move, type Statement } from './attempts.fixture.ts';

/** What the server's role is refused where it goes around the product's own code. */
let database: TestDatabase;
let member: bigint;
let other: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  // It stands at the first of February.
  await database.owner.query(
    `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at)
     values (now(), '2027-02-01', 0.001, '2027-02-01', now())`,
  );
  await allowChangesWithoutHistory(database.owner);
  member = await insertMember(database);
  other = await insertMember(database);
});
afterAll(() => database.drop());

const noon = '2027-01-04T12:00:00Z';
const sponsor = houseAccount('sponsorPoints', 1n);
const charity = houseAccount('charityPoints', 1n);
const assistance = () => memberAccount(member, 'assistance');
const promotion = () => memberAccount(member, 'promotion');

/** What came of one transaction with these postings and rows: its error, or that it was committed. */
const attempt = (moves: readonly Move[], ...rows: readonly Statement[]) => attemptIn(database.pool, moves, ...rows);

const notRecorded = 'points move for something that is recorded';

const pointsOf: Readonly<Record<string, number>> = {
  '2027-01-04': 1,
  '2027-01-05': 5,
  '2027-01-06': 10,
  '2027-01-07': 20,
  '2027-01-11': 1,
  '2027-03-01': 1,
};

const checkedIn = (day: string, change: Partial<Move> = {}): Move => ({
  key: `check-in:${member}:${day}`,
  kind: 'checkedIn',
  reference: day,
  at: `${day}T12:00:00Z`,
  from: sponsor,
  to: assistance(),
  amount: pointsOf[day] ?? 0,
  ...change,
});

const checkInRow = (day: string, at = `${day}T12:00:00Z`, endsAt = `${day}T24:00:00Z`): Statement => [
  'insert into check_in (member_id, day, zone, points, checked_in_at, ends_at) values ($1, $2, $3, $4, $5, $6)',
  ...[member, day, 'UTC', pointsOf[day], at, endsAt],
];

test('a check-in gives its points once, to its member, and counts after the days before it', async () => {
  const [monday, tuesday, wednesday] = ['2027-01-04', '2027-01-05', '2027-01-06'];
  const needsTransfer = 'a check-in is written with the transfer of its points';
  expect(await attempt([], checkInRow(monday))).toBe(needsTransfer);
  expect(await attempt([checkedIn(monday, { at: `${monday}T11:00:00Z` })], checkInRow(monday))).toBe(needsTransfer);
  const inUsdt = { from: houseAccount('rail', 1n), to: memberAccount(member, 'available') };
  expect(await attempt([checkedIn(monday, inUsdt)], checkInRow(monday)), 'money instead of points').toBe(needsTransfer);
  expect(await attempt([checkedIn(monday)])).toBe(notRecorded);
  expect(await attempt([checkedIn(monday)], checkInRow(monday))).toBe('committed');
  expect(await attempt([checkedIn(monday, { key: 'once more' })]), 'under another key').toBe(notRecorded);
  const notYet = 'a check-in counts for its day, after those before it';
  const check = (day: string, at: string, endsAt: string) =>
    attempt([checkedIn(day, { at })], checkInRow(day, at, endsAt));
  // The zone given is ahead of the member's, whose Tuesday has not begun.
  expect(await check(tuesday, '2027-01-04T23:00:00Z', '2027-01-05T10:00:00Z')).toBe(notYet);
  expect(await check(wednesday, '2027-01-06T01:00:00Z', '2027-01-06T10:00:00Z')).toBe('committed');
  // The zone given is behind the member's, whose Tuesday is over.
  expect(await check(tuesday, '2027-01-06T11:00:00Z', '2027-01-06T12:00:00Z')).toBe(notYet);
  expect(await check('2027-03-01', '2027-03-01T12:00:00Z', '2027-03-02T00:00:00Z'), 'ahead of the clock').toBe(notYet);
  const taken = checkedIn('2027-01-11', { from: assistance(), to: sponsor });
  expect(await attempt([taken], checkInRow('2027-01-11')), 'points taken instead').toBe(notRecorded);
});

const donated = (id: string, change: Partial<Move> = {}): Move => ({
  ...{ key: `donate ${id} ${change.to}`, kind: 'donated', reference: id, from: assistance(), to: charity, amount: 10 },
  ...change,
});

const donation = (id: string, points = 10, at = noon): Statement => [
  `insert into donation (member_id, id, points, name, donated_at, transfer_id) values ($1, $2, $3, 'masked', $4, $id)`,
  ...[member, id, points, at],
];

test('a donation takes one of the published amounts once, from its member to the charity', async () => {
  const needsTransfer = 'a donation is written with the transfer of its points';
  expect(await attempt([checkedIn('2027-01-07')], checkInRow('2027-01-07'))).toBe('committed');
  expect(await attempt([donated('ONE')])).toBe(notRecorded);
  expect(await attempt([donated('ONE', { to: sponsor })], donation('ONE')), 'to the sponsor').toBe(notRecorded);
  const given = donated('ONE', { from: sponsor, to: assistance() });
  expect(await attempt([given], donation('ONE')), 'to the member').toBe(notRecorded);
  expect(await attempt([donated('ONE')], donation('TWO')), 'with the transfer of another').toBe(needsTransfer);
  expect(await attempt([donated('ONE', { kind: 'checkedIn' })], donation('ONE')), 'of another kind').toBe(
    needsTransfer,
  );
  expect(await attempt([donated('ONE', { amount: 7 })], donation('ONE', 7)), 'of any amount').toBe(needsTransfer);
  expect(await attempt([donated('ONE', { amount: 7 })], donation('ONE')), 'of less').toBe(needsTransfer);
  expect(await attempt([donated('ONE')], donation('ONE'))).toBe('committed');
  expect(await attempt([donated('ONE', { key: 'once more' })]), 'once more').toBe(notRecorded);
  const fromHouse = donated('ONE', { key: 'from the house', from: sponsor });
  expect(await attempt([fromHouse]), 'to the charity from the house').toBe(notRecorded);
});

test('no points of a member move for nothing', async () => {
  for (const [account, kind, reference] of [
    [assistance(), 'checkedIn', '2027-01-08'],
    [assistance(), 'donated', 'NONE'],
    [assistance(), 'taskCollected', 'helpRead.2027-01-08'],
    [promotion(), 'taskCollected', 'helpRead.2027-01-08'],
    [promotion(), 'checkedIn', '2027-01-04'],
    [promotion(), 'planPlaced', 'NONE'],
  ] as const) {
    const move = { key: `${kind} to ${account}`, kind, reference, from: sponsor, to: account, amount: 1 };
    expect(await attempt([move]), move.key).toBe(notRecorded);
  }
  expect(await attempt([{ ...donated('NONE'), amount: 1, to: sponsor }])).toBe(notRecorded);
});

const collected = (task: string, points: number, change: Partial<Move> = {}): Move => ({
  ...{ key: `task:${member}:${task}:2027-01-04`, kind: 'taskCollected', reference: `${task}.2027-01-04` },
  ...{ from: sponsor, to: promotion(), amount: points },
  ...change,
});

const task = (name: string, points: number, subject: string, actedAt = noon): Statement => [
  `insert into task_collected (member_id, task, day, zone, points, subject, acted_at, collected_at, ends_at)
   values ($1, $2, '2027-01-04', 'UTC', $3, $4, $5, $6, '2027-01-05T00:00:00Z')`,
  ...[member, name, points, subject, actedAt, noon],
];

const act = (kind: string, subject: string, at = noon, by = member): Statement => [
  'insert into member_act (member_id, kind, subject, acted_at) values ($1, $2, $3, $4)',
  ...[by, kind, subject, at],
];

const plan = (id: string, by: bigint, placedAt: string): Statement => [
  `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at) values ($1, $2, 1, 1, 5, 1, $3)`,
  ...[by, id, placedAt],
];

test('a task gives the points of that task once, for an act of the member at that time', async () => {
  const needsTransfer = 'a task is collected with the transfer of its points';
  const needsAct = 'a task is collected for an act';
  const morning = '2027-01-04T08:00:00Z';
  expect(await attempt([collected('helpRead', 150)], task('helpRead', 150, 'a.text'))).toBe(needsAct);
  expect(await attempt([], act('helpRead', 'a.text'), plan('P1', member, morning), plan('P2', other, noon))).toBe(
    'committed',
  );
  expect(await attempt([], task('helpRead', 150, 'a.text'))).toBe(needsTransfer);
  expect(await attempt([collected('helpRead', 250)], task('helpRead', 250, 'a.text')), 'of another task').toBe(
    needsTransfer,
  );
  expect(await attempt([collected('helpRead', 150)], task('helpRead', 150, 'a.text', morning))).toBe(needsAct);
  expect(await attempt([collected('helpRead', 150)], task('helpRead', 150, 'b.text'))).toBe(needsAct);
  expect(await attempt([collected('planPlaced', 50)], task('planPlaced', 50, 'P1')), 'placed earlier').toBe(needsAct);
  expect(await attempt([collected('planPlaced', 50)], task('planPlaced', 50, 'P2')), 'placed by another').toBe(
    needsAct,
  );
  expect(await attempt([collected('planSettled', 50)], task('planSettled', 50, 'P1', morning)), 'still runs').toBe(
    needsAct,
  );
  expect(await attempt([collected('donated', 150)], task('donated', 150, 'ONE', morning)), 'donated later').toBe(
    needsAct,
  );
  const monday = (at?: string) => attempt([collected('checkedIn', 66)], task('checkedIn', 66, '2027-01-04', at));
  expect(await monday(morning), 'checked in later').toBe(needsAct);
  expect(await monday()).toBe('committed');
  expect(await attempt([collected('planPlaced', 50)], task('planPlaced', 50, 'P1', morning))).toBe('committed');
  expect(await attempt([collected('donated', 150)], task('donated', 150, 'ONE'))).toBe('committed');
  const taken = collected('helpRead', 150, { from: promotion(), to: sponsor });
  expect(await attempt([taken], task('helpRead', 150, 'a.text')), 'points taken instead').toBe(notRecorded);
  expect(await attempt([collected('helpRead', 150)], task('helpRead', 150, 'a.text'))).toBe('committed');
  expect(await attempt([collected('helpRead', 150, { key: 'once more' })]), 'under another key').toBe(notRecorded);
});

const weight = (kind: string, reference: string, points: number, at = noon): Statement => [
  'insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at) values ($1, $2, $3, $4, 1, $5)',
  ...[member, kind, reference, points, at],
];

test('weight is earned in the published amount, by a deposit that is confirmed, a card, a password, a task', async () => {
  const noAct = 'weight is earned by an act, in the published amount';
  const deposit = (id: string, state: string): Statement => [
    `insert into deposit (member_id, id, channel, amount, address, requested_at, state, confirmed_at, request_key, input_hash)
     values ($1, $2, 'sandbox', 5, 'a', now(), $3, case $3 when 'confirmed' then now() end, $2, '')`,
    ...[member, id, state],
  ];
  const credit = (id: string, amount: number, change: Partial<Move> = {}): Move => ({
    ...{ key: `deposit:${member}:${id}`, kind: 'depositConfirmed', reference: id, amount },
    ...{ from: houseAccount('rail', member), to: memberAccount(member, 'available') },
    ...change,
  });
  expect(await attempt([], deposit('D1', 'requested'))).toBe('committed');
  const noCredit = 'a deposit is confirmed with its credit';
  for (const [what, ...moves] of [
    ['of nothing'],
    ['of less', credit('D2', 4)],
    ['of another deposit', credit('D1', 5)],
    ['to another account', credit('D2', 5, { to: memberAccount(member, 'plans') })],
    ['to another member', credit('D2', 5, { to: memberAccount(other, 'available') })],
    ['of another kind', credit('D2', 5, { kind: 'planSettled' })],
  ] as const)
    expect(await attempt(moves, deposit('D2', 'confirmed')), what).toBe(noCredit);
  // What came in counts, not what was announced.
  const arrived: Statement = [
    `insert into deposit (member_id, id, channel, amount, arrived, address, requested_at, state, confirmed_at, request_key, input_hash, transfer,
       transaction_hash)
     values ($1, 'D9', 'chain', 5, 4, 'a', now(), 'confirmed', now(), 'D9', '', 'T9', 'x')`,
    member,
  ];
  for (const [amount, outcome] of [
    [5, noCredit],
    [4, 'committed'],
  ] as const)
    expect(await attempt([credit('D9', amount, { key: 'deposit:T9' })], arrived), String(amount)).toBe(outcome);
  const later = `update deposit set state = 'confirmed', confirmed_at = now() where member_id = $1 and id = 'D1'`;
  expect(await attempt([], [later, member])).toBe(noCredit);
  expect(await attempt([credit('D2', 5)], deposit('D2', 'confirmed'))).toBe('committed');
  await database.owner.query(
    `insert into published_points (rule, version, kind, points) values ('weight', 2, 'checkedIn', 7)`,
  );
  for (const [what, entry] of [
    ['of a deposit that is under way', weight('depositConfirmed', 'D1', 100)],
    ['of no deposit', weight('depositConfirmed', 'D3', 100)],
    ['of another amount', weight('depositConfirmed', 'D2', 101)],
    ['of the amount of another version', weight('checkedIn', '2027-01-04', 7)],
    ['of no card', weight('cardBound', 'first', 30)],
    ['of no withdrawal password', weight('withdrawalPasswordSet', 'first', 30)],
    ['of a plan, whose own row is its entry', weight('planSettled', 'P1', 10)],
    ['of a check-in at another time', weight('checkedIn', '2027-01-04', 5, '2027-01-04T13:00:00Z')],
    ['of a moment without a collected task', weight('redEnvelope', '001', 10, '2027-01-04T13:00:00Z')],
  ] as const) {
    expect(await attempt([], entry), what).toBe(noAct);
  }
  expect(await attempt([], weight('depositConfirmed', 'D2', 100), weight('checkedIn', '2027-01-04', 5))).toBe(
    'committed',
  );
  const card = `insert into bank_card values ($1, 'CARD', decode(repeat('00', 40), 'hex'), '1111', 'A bank', now(), now())`;
  expect(await attempt([], [card, member], weight('cardBound', 'second', 30)), 'of a second card').toBe(noAct);
  expect(await attempt([], [card, member], weight('cardBound', 'first', 30))).toBe('committed');
  // Four tasks were collected at noon.
  const entries = (...numbers: number[]) => numbers.map((number) => weight('redEnvelope', `00${number}`, 10));
  expect(await attempt([], ...entries(1, 2, 3, 4, 5)), 'more than there were tasks').toBe(noAct);
  expect(await attempt([], ...entries(1, 2, 3, 4))).toBe('committed');
  expect(await attempt([], ...entries(5)), 'one more afterwards').toBe(noAct);
});

test('a verified result is an own plan that was settled, or a round that was drawn; the first one is a milestone of that moment', async () => {
  const noResult = 'what is verified is a result';
  await database.owner.query(
    `alter table plan disable trigger user;
     update plan set income = 1, settled_at = '${noon}';
     alter table plan enable trigger user`,
  );
  for (const subject of ['plan.P2', 'plan.P3', 'round.7', 'text.P1']) {
    expect(await attempt([], act('resultVerified', subject)), subject).toBe(noResult);
  }
  expect(await attempt([], act('resultVerified', 'plan.P1', '2027-01-04T11:59:59Z')), 'before it was settled').toBe(
    noResult,
  );
  expect(await attempt([], act('resultVerified', 'plan.P1', '2027-01-04T13:00:00Z'))).toBe('committed');
  const milestone = (kind: string, at: string): Statement => [
    'insert into milestone (member_id, kind, reached_at) values ($1, $2, $3)',
    ...[member, kind, at],
  ];
  const nothing = 'a milestone is what a member learned';
  // The help text was read at noon.
  expect(await attempt([], milestone('firstResult', noon)), 'at the time of another act').toBe(nothing);
  expect(await attempt([], milestone('firstWeek', noon)), 'after two days').toBe(nothing);
  expect(await attempt([], milestone('firstResult', '2027-01-04T13:00:00Z'))).toBe('committed');
  await database.owner.query(
    `alter table check_in disable trigger user;
     insert into check_in (member_id, day, zone, points, checked_in_at, ends_at)
     select ${member}, day, 'UTC', (array[1, 5, 10, 20, 30, 40, 50])[extract(isodow from day)::int],
       day + interval '12 hours', day + interval '1 day'
     from generate_series(timestamptz '2027-02-01Z', '2027-02-07Z', '1 day') as day;
     alter table check_in enable trigger user`,
  );
  expect(await attempt([], milestone('firstWeek', '2027-02-07T13:00:00Z')), 'an hour after the last day').toBe(nothing);
  expect(await attempt([], milestone('firstWeek', '2027-02-07T12:00:00Z'))).toBe('committed');
});
