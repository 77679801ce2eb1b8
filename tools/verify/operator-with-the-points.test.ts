import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInPoints, weekdayOf } from '#core/check-in/week.ts';
import { donationTiers, tierPoints } from '#core/donations/tiers.ts';
import { milestones, teamLevels, teamRules } from '#core/invitations/rules.ts';
import { redEnvelope, rewardRules } from '#core/rewards/rules.ts';
import { taskPoints } from '#core/rewards/tasks.ts';
import { type Attempt, findings, linesOf, tableOf } from './attempts.fixture.ts';
import { type OperatorWorld, openOperatorWorld } from './operator-world.fixture.ts';

const member = '(select id from member)';
const [assistance, promotion] = [`${member} * 32 + 5`, `${member} * 32 + 6`];
/** The sponsor's account of the member's shard. */
const sponsor = `(-1 - ${member} % 8) * 32 + 3`;
const at = `'2025-06-07T12:00:00Z'::timestamptz`;

/** A transfer of points with its postings of that amount each, which follow from the balances. */
function transfer(key: string, kind: string, reference: string, to: string, amount: number, postings = 1): string {
  const balanceOf = (account: string) => `(select balance from ledger.balances where account_id = ${account})`;
  const moved = `(place + 1) * ${amount}`;
  return `with written as (
      insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at)
      select nextval('ledger.transfer_ids'), ${key}, sha256('forged'), '${kind}', '${reference}', ${postings}, ${at} returning id
    )
    insert into ledger.postings
      (member_id, transfer_id, place, from_account, to_account, amount, from_balance_after, to_balance_after)
    select ${member}, id, place, ${sponsor}, ${to}, ${amount}, ${balanceOf(sponsor)} - ${moved}, ${balanceOf(to)} + ${moved}
    from written, generate_series(0, ${postings} - 1) as place`;
}

const books = ['ledger.transfers', 'ledger.postings', 'ledger.balances'];
const saturday = '2025-06-07';
const checkInKey = `'check-in:' || ${member} || ':${saturday}'`;
const insertCheckIn = `insert into check_in (member_id, day, zone, points, checked_in_at, ends_at)
  values (${member}, '${saturday}', 'UTC', 40, ${at}, '2025-06-08T00:00:00Z')`;
const taskKey = `'task:' || ${member} || ':helpRead:${saturday}'`;
const insertTask = `insert into task_collected (member_id, task, day, zone, points, subject, acted_at, collected_at, ends_at)
  values (${member}, 'helpRead', '${saturday}', 'UTC', 150, 'start.${saturday}', ${at}, ${at}, '2025-06-08T00:00:00Z')`;
const insertWeight = (kind: string, reference: string, points: number) =>
  `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at)
   values (${member}, '${kind}', '${reference}', ${points}, 1, ${at})`;

const twice = [transfer(checkInKey, 'checkedIn', saturday, assistance, 40, 2), insertCheckIn];

const attempts: readonly Attempt[] = [
  {
    what: 'add a check-in without its points',
    statements: [insertCheckIn],
    tables: ['check_in'],
  },
  {
    what: 'add points of a check-in without it',
    statements: [transfer(checkInKey, 'checkedIn', saturday, assistance, 40)],
    tables: books,
  },
  {
    what: 'add points of another amount than the check-in’s',
    statements: [transfer(checkInKey, 'checkedIn', saturday, assistance, 50), insertCheckIn],
    tables: [...books, 'check_in'],
  },
  {
    what: 'add the points of a check-in twice in one transfer',
    statements: twice,
    tables: [...books, 'check_in'],
  },
  {
    what: 'add points for nothing at all',
    statements: [transfer(`'gift'`, 'planSettled', 'gift', promotion, 1_000)],
    tables: books,
  },
  {
    what: 'add a donation that moved no points',
    statements: [
      `insert into donation (member_id, id, points, name, donated_at, transfer_id)
       select ${member}, 'GIFT', 200, 'masked', t.at, t.id from ledger.transfers as t where kind = 'checkedIn'`,
    ],
    tables: ['donation'],
  },
  {
    what: 'add a collected task without its points',
    statements: [insertTask],
    tables: ['task_collected'],
  },
  {
    what: 'add a collected task that nothing was done for',
    statements: [transfer(taskKey, 'taskCollected', `helpRead.${saturday}`, promotion, 150), insertTask],
    tables: [...books, 'task_collected'],
  },
  {
    what: 'add a collected task with the points of another one',
    statements: [
      `insert into member_act values (${member}, 'helpRead', 'start.${saturday}', ${at})`,
      transfer(taskKey, 'taskCollected', `helpRead.${saturday}`, promotion, 250),
      insertTask.replace('150', '250'),
    ],
    tables: [...books, 'member_act', 'task_collected'],
  },
  {
    what: 'add a verified result that there is not',
    statements: [`insert into member_act values (${member}, 'resultVerified', 'round.1', ${at})`],
    tables: ['member_act'],
  },
  {
    what: 'add that a settled plan was verified',
    statements: [
      `insert into member_act select member_id, 'resultVerified', 'plan.' || id, settled_at from plan where income is not null`,
    ],
    tables: ['member_act'],
  },
  {
    what: 'add that a help text was read',
    statements: [`insert into member_act values (${member}, 'helpRead', 'start.${saturday}', ${at})`],
    tables: ['member_act'],
  },
  {
    what: 'add a milestone that was not reached',
    statements: [`insert into milestone (member_id, kind, reached_at) values (${member}, 'firstWeek', ${at})`],
    tables: ['milestone'],
  },
  {
    what: 'add a reward of an inviter without its points',
    statements: [
      `insert into milestone (member_id, kind, reached_at)
       select member_id, 'firstResult', settled_at from plan where income is not null`,
      `insert into team_reward (member_id, milestone, level, inviter_id, points, rule_version, rewarded_at)
       values (${member}, 'firstResult', 1, ${member} - 1, 100, 1, ${at})`,
    ],
    tables: ['team_reward', 'milestone'],
  },
  {
    what: 'add weight for what did not happen',
    statements: [insertWeight('depositConfirmed', 'GIFT', 100)],
    tables: ['weight_entry'],
  },
  {
    what: 'add weight of another amount than the published one',
    // The act is there: all that is wrong is the amount.
    statements: [
      `insert into security_act (member_id, id, act, at) values (${member}, 'SET', 'withdrawalPasswordSet', ${at})`,
      `insert into withdrawal_password (member_id, password_hash, set_at) values (${member}, '$argon2id$test', ${at})`,
      insertWeight('withdrawalPasswordSet', 'first', 500),
    ],
    tables: ['weight_entry', 'withdrawal_password', 'security_act'],
  },
  {
    what: 'add an entry of the red envelope without a collected task',
    statements: [insertWeight('redEnvelope', '001', 10)],
    tables: ['weight_entry'],
  },
  {
    what: 'add to what the charity received',
    statements: [`update ledger.charity_received set amount = amount + 100 where asset = 'USDT'`],
    tables: ['ledger.charity_received'],
  },
];

let world: OperatorWorld;

beforeAll(async () => {
  world = await openOperatorWorld();
  await world.superuser.query(`set session_replication_role = 'replica'`);
});

afterAll(() => world.close());

// These need the roles and the superuser of the embedded server.
test('SECURITY.md says of each addition of points what refuses it, and with the guards off who finds it', async () => {
  expect(await linesOf(world, attempts, findings)).toEqual(tableOf(readFileSync('SECURITY.md', 'utf8'), 'points'));
});

test('with no other guard off than those of points the check of the books adds up all postings of a transfer', async () => {
  const client = await world.database.owner.connect();
  await client.query('begin');
  await client.query('alter table ledger.postings disable trigger needs_row');
  await client.query('alter table check_in disable trigger needs_transfer');
  for (const statement of twice) await client.query(statement);
  const { rows } = await client.query('select fault from ledger.unfounded_points');
  await client.query('rollback');
  client.release();
  expect(rows).toEqual([{ fault: expect.stringMatching(/^checkedIn .* moved 80, recorded 40$/) }]);
});

test('the amounts that the database holds rows against are those of the rules, in every version', async () => {
  const published = async (rule: string) => {
    const { rows } = await world.database.pool.query<{ kind: string; level: number; points: number }>(
      'select kind, level, points from published_points where rule = $1 and version = $2',
      [rule, rule === 'team' ? teamRules.version : rule === 'weight' ? rewardRules.version : 1],
    );
    return new Map(rows.map(({ kind, level, points }) => [level === 0 ? kind : `${kind}.${level}`, points]));
  };
  const { rewards } = rewardRules;
  expect(await published('weight')).toEqual(
    new Map(Object.entries(rewards).map(([kind, { weight }]) => [kind, weight])),
  );
  expect(await published('team')).toEqual(
    new Map(
      milestones.flatMap((milestone) =>
        teamLevels.map((level) => [`${milestone}.${level}`, teamRules.points[milestone][level]] as const),
      ),
    ),
  );
  expect(await published('task')).toEqual(new Map(Object.entries(taskPoints)));
  expect(await published('donation')).toEqual(new Map(donationTiers.map((tier) => [String(tier), tierPoints[tier]])));
  expect(redEnvelope.entriesMax).toBe(100);
  expect(checkInPoints[weekdayOf(saturday)]).toBe(40);
});
