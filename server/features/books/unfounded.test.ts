import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';

/** What the check of the books finds where somebody has switched the guards of the tables off. */
let database: TestDatabase;
let member: bigint;
let newest = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  member = await insertMember(database);
  await database.owner.query(`
    do $$ declare guarded regclass; begin
      for guarded in select distinct tgrelid::regclass from pg_trigger where not tgisinternal loop
        execute format('alter table %s disable trigger user', guarded);
      end loop;
    end $$`);
});
afterAll(() => database.drop());

/** A statement; `$m` stands for the member's id. */
type Statement = string;

type AccountName = Parameters<typeof memberAccount>[1];

/** A transfer to a member's account, negative where it goes out of it. */
function moved(kind: string, reference: string, key: string, account: AccountName, amount: number): Statement {
  const [of, house] = [memberAccount(member, account), houseAccount('sponsor', 1n)];
  const [from, to] = amount > 0 ? [house, of] : [of, house];
  newest += 1;
  return `
    insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
      values (${newest}, '${key}', sha256('x'), '${kind}', '${reference}', 1, now());
    insert into ledger.postings values ($m, ${newest}, 0, ${from}, ${to}, ${Math.abs(amount)}, 0, 0)`;
}

const staked = (amount: number, reserved: number): Statement => `
  update ledger.balances set balance = ${amount} where account_id = ${memberAccount(member, 'stakes')};
  update ledger.balances set balance = ${reserved} where account_id = ${houseAccount('roundsReserved', 1n)}`;

const checkIn = (day = '2027-01-04', points = 1): Statement =>
  `insert into check_in values ($m, '${day}', 'UTC', ${points}, '${day}T12:00Z', '${day}T24:00Z')`;
const task = `insert into task_collected values ($m, 'helpRead', '2027-01-04', 'UTC', 150, 'text', '2027-01-04T12:00Z', '2027-01-04T12:00Z', '2027-01-05T00:00Z')`;
const read = `insert into member_act values ($m, 'helpRead', 'text', '2027-01-04T12:00Z')`;
const verified = `insert into member_act values ($m, 'resultVerified', 'plan.P', '2027-01-04T12:00Z')`;
const plan = (income: number | null): Statement =>
  `insert into plan values ($m, 'P', 1, 1, 5, 1, now(), ${income}, ${income === null ? null : `'2027-01-04T11:00Z'`})`;
const weight = (kind: string, reference: string, points: number): Statement =>
  `insert into weight_entry values ($m, '${kind}', '${reference}', ${points}, 1, '2027-01-04T12:00Z')`;
const deposit = (state: string): Statement =>
  `insert into deposit (member_id, id, channel, amount, address, requested_at, state, confirmed_at, request_key, input_hash)
   values ($m, 'D', 'sandbox', 5, 'a', now(), '${state}', ${state === 'confirmed' ? 'now()' : null}, 'k', '')`;
const lessCame = `update deposit set arrived = 4, transfer = 'T', transaction_hash = 'X'`;
const creditOfTransfer = (amount: number): Statement =>
  moved('depositConfirmed', 'D', 'deposit:T', 'available', amount);
const credit = (amount: number): Statement => moved('depositConfirmed', 'D', 'deposit:$m:D', 'available', amount);
const milestone = (kind: string): Statement => `insert into milestone values ($m, '${kind}', '2027-01-04T12:00Z')`;
const reward = `insert into team_reward values ($m, 'firstResult', 1, $m - 1, 100, 1, now())`;
const sums = (points: number): Statement => `insert into team_points values ($m - 1, 1, 'firstResult', 1, ${points})`;
const order = (income: number | null): Statement =>
  `insert into round_order values ($m, 'O', 7, 'big', 5, 9, sha256('salt'), null, now(), ${income}, ${income === null ? null : 'now()'})`;
const paid = `
  insert into round_closing values (7, '{}', repeat('0', 64), 1, 5, now());
  insert into round_end values (7, repeat('0', 64), null, true, now());
  insert into round_payment values (7, '[]', now())`;
const draw = `insert into draw values ($m, 'E', 20000, 1, 1, 'checkedIn', 'one', '2024-10-04', 'UTC', '2024-10-05T00:00Z', repeat('a', 32),
  to_timestamp(20000 * 86400::bigint + 1))`;
const sevenDays = (count: number): Statement[] =>
  Array.from({ length: count }, (_, place) => {
    const day = `2027-01-${String(4 + 7 * (place % 4)).padStart(2, '0')}`;
    return place < 4
      ? `${checkIn(day)}; ${moved('checkedIn', day, `check-in:$m:${day}`, 'assistance', 1)}`
      : `${checkIn(`2027-02-0${place - 3}`, [1, 5, 10][place - 4])};
         ${moved('checkedIn', day, `check-in:$m:2027-02-0${place - 3}`, 'assistance', [1, 5, 10][place - 4] ?? 0)}`;
  });

/** Every case as a function: the member is known only then. `$m` and `$i` stand for the ids of the member and of an earlier one. */
const cases: readonly (readonly [what: string, statements: () => readonly Statement[], faults: readonly string[]])[] = [
  [
    'points of a check-in that is not there',
    () => [moved('checkedIn', 'x', 'check-in:$m:2027-01-04', 'assistance', 5)],
    ['checkedIn check-in:$m:2027-01-04 of member $m moved 5, recorded 0'],
  ],
  [
    'a check-in whose points are not there',
    () => [checkIn()],
    ['checkedIn check-in:$m:2027-01-04 of member $m moved 0, recorded 1'],
  ],
  [
    'more points than were recorded',
    () => [checkIn(), moved('checkedIn', 'x', 'check-in:$m:2027-01-04', 'assistance', 2)],
    ['checkedIn check-in:$m:2027-01-04 of member $m moved 2, recorded 1'],
  ],
  [
    'a donation whose points did not leave',
    () => [`insert into donation values ($m, 'G', 10, 'masked', now())`],
    ['donated G of member $m moved 0, recorded 10'],
  ],
  [
    'a donation that was moved twice',
    () => [
      `insert into donation values ($m, 'G', 10, 'masked', now())`,
      moved('donated', 'G', 'one', 'assistance', -10),
      moved('donated', 'G', 'two', 'assistance', -10),
    ],
    ['donated G of member $m moved 20, recorded 10'],
  ],
  [
    'a task without its points',
    () => [read, task],
    ['taskCollected task:$m:helpRead:2027-01-04 of member $m moved 0, recorded 150'],
  ],
  [
    'a task that was not done',
    () => [task, moved('taskCollected', 'x', 'task:$m:helpRead:2027-01-04', 'promotion', 150)],
    ['task helpRead of 2027-01-04 was not done by member $m'],
  ],
  [
    'a reward without its points, and beyond the sum of its level',
    () => [plan(1), verified, milestone('firstResult'), reward, sums(99)],
    [
      'invitationRewarded invitation:$m:firstResult:1 of member $i moved 0, recorded 100',
      'level 1 of the team of member $i earned 100, the sum is 99',
    ],
  ],
  ['a sum of a level without rewards', () => [sums(7)], ['level 1 of the team of member $i earned 0, the sum is 7']],
  [
    'weight in another amount',
    () => [deposit('confirmed'), credit(5), weight('depositConfirmed', 'D', 99)],
    ['weight depositConfirmed D of member $m'],
  ],
  [
    'a confirmed deposit of which nothing was credited',
    () => [deposit('confirmed')],
    ['deposit D of member $m is confirmed without its credit'],
  ],
  [
    'a confirmed deposit of which less was credited',
    () => [deposit('confirmed'), credit(4)],
    ['deposit D of member $m is confirmed without its credit'],
  ],
  ['a confirmed deposit with its credit', () => [deposit('confirmed'), credit(5)], []],
  [
    'a confirmed deposit of which less came in, with the credit of what was announced',
    () => [deposit('confirmed'), lessCame, creditOfTransfer(5)],
    ['deposit D of member $m is confirmed without its credit'],
  ],
  [
    'a confirmed deposit of which less came in, with the credit of that',
    () => [deposit('confirmed'), lessCame, creditOfTransfer(4)],
    [],
  ],
  [
    'weight of an unconfirmed deposit',
    () => [deposit('seen'), weight('depositConfirmed', 'D', 100)],
    ['weight depositConfirmed D of member $m'],
  ],
  ['weight of no check-in', () => [weight('checkedIn', '2027-01-04', 5)], ['weight checkedIn 2027-01-04 of member $m']],
  [
    'weight of a running plan',
    () => [plan(null), weight('planSettled', 'P', 10)],
    ['weight planSettled P of member $m'],
  ],
  ['weight of no task', () => [weight('redEnvelope', '001', 10)], ['weight redEnvelope 001 of member $m']],
  ['a first result that was not verified', () => [milestone('firstResult')], ['milestone firstResult of member $m']],
  ['a first week of six days', () => [...sevenDays(6), milestone('firstWeek')], ['milestone firstWeek of member $m']],
  ['a first week of seven days', () => [...sevenDays(7), milestone('firstWeek')], []],
  ['a verified result that is none', () => [plan(null), verified], ['result plan.P of member $m']],
  [
    'more received by the charity than came in',
    () => [`update ledger.charity_received set amount = 7 where asset = 'PTS'`],
    ['the charity received 7 PTS, holds and has spent 0'],
  ],
  [
    'what the charity received, holds and has spent',
    () => [
      `update ledger.balances set balance = case account_id when -24 then 2 when -18 then 3 when -23 then 1 else 5 end
       where account_id in (-24, -18, -23, -17);
       update ledger.charity_received set amount = case asset when 'USDT' then 5 else 6 end`,
    ],
    [],
  ],
  [
    'a bet that was paid and is not there',
    () => [moved('orderWon', 'O', 'won', 'available', 5)],
    ['bet O of member $m moved 5, recorded nothing'],
  ],
  [
    'a bet that was paid less than is recorded',
    () => [order(9), moved('orderWon', 'O', 'won', 'available', 5)],
    ['bet O of member $m moved 5, recorded 9'],
  ],
  ['a bet that won and was not paid', () => [order(9)], ['bet O of member $m moved nothing, recorded 9']],
  [
    'a running bet without its stake and reserve',
    () => [order(null)],
    ['0 is reserved for winnings, bets may win 9', 'member $m has staked 0, bets that run are of 5'],
  ],
  ['a running bet with its stake and reserve', () => [order(null), staked(5, 9)], []],
  ['a stake without a bet', () => [staked(5, 0)], ['member $m has staked 5, bets that run are of 0']],
  [
    'a follow without the stakes of its rounds to come',
    () => [
      `insert into round_follow values ($m, 'F', 'big', 5, 9, 4, false, null, now(), 7, 2, 2, 0, null, null)`,
      staked(5, 9),
    ],
    ['9 is reserved for winnings, bets may win 18', 'member $m has staked 5, bets that run are of 10'],
  ],
  [
    'a lost bet whose reserve was freed before its round is paid',
    () => [order(-5), moved('orderLost', 'O', 'lost', 'stakes', -5)],
    ['0 is reserved for winnings, bets may win 9'],
  ],
  ['a lost bet of a round that is paid', () => [order(-5), moved('orderLost', 'O', 'lost', 'stakes', -5), paid], []],
  [
    'an unpaid bet of a round that counts as paid',
    () => [order(null), staked(5, 9), paid],
    ['round 7 is recorded as paid, bet O of member $m is not'],
  ],
  ['an entry without its transfer', () => [draw], ['entry E of member $m has 0 transfers']],
  ['an entry with its transfer', () => [draw, moved('entryDrawn', 'E', 'drawn', 'available', 1)], []],
  [
    'an entry with two transfers',
    () => [draw, moved('entryDrawn', 'E', 'drawn', 'available', 1), moved('prizeWon', 'E', 'won', 'available', 1)],
    ['entry E of member $m has 2 transfers'],
  ],
  [
    'a prize of no entry',
    () => [moved('prizeWon', 'E', 'won', 'available', 1)],
    ['entry E of member  has 1 transfers'],
  ],
];

test.each(cases)('the check of the books: %s', async (_what, statements, faults) => {
  const client = await database.owner.connect();
  const named = (text: string) => text.replaceAll('$m', String(member)).replaceAll('$i', String(member - 1n));
  try {
    await client.query('begin');
    for (const statement of statements()) await client.query(named(statement));
    const { rows } = await client.query<{ fault: string }>('select fault from ledger.unfounded');
    expect(rows.map(({ fault }) => fault).toSorted()).toEqual(faults.map(named).toSorted());
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('what is unfounded makes the books unsound', async () => {
  expect(await checkTrialBalance(database.pool)).toMatchObject({ isSound: true, unfounded: [] });
  await database.owner.query(draw.replaceAll('$m', String(member)));
  expect(await checkTrialBalance(database.pool)).toMatchObject({
    isSound: false,
    unfounded: [{ fault: `entry E of member ${member} has 0 transfers` }],
  });
});

test('money that no posting moved, and a posting of no transfer, are found', async () => {
  const account = memberAccount(member, 'available');
  const change = (sql: string) => database.owner.query(sql.replaceAll('$m', String(member)));
  await change(`update ledger.balances set balance = 7 where account_id = ${account}`);
  expect(await checkTrialBalance(database.pool)).toMatchObject({
    ...{ isSound: false, tornTransfers: [], differences: [{ account_id: account }] },
  });
  await change(
    `insert into ledger.postings values ($m, 999999999, 0, ${houseAccount('sponsor', 1n)}, ${account}, 7, -7, 7);
     update ledger.balances set balance = -7 where account_id = ${houseAccount('sponsor', 1n)}`,
  );
  expect(await checkTrialBalance(database.pool)).toMatchObject({
    ...{ isSound: false, tornTransfers: [{ transfer_id: 999999999n }], differences: [] },
  });
});
