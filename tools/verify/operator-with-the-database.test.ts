import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Attempt, findings, linesOf, tableOf, unguarded } from './attempts.fixture.ts';
import { type OperatorWorld, openOperatorWorld } from './operator-world.fixture.ts';

const oneUsdtLess = (column: string) => `${column} = ${column} - 1000000`;
const firstPosting = '(select min(transfer_id) from ledger.postings)';

const forgedHistory = 'change a posting, all that follow it, and the balances';

const attempts: readonly Attempt[] = [
  {
    what: 'move the start of the replay by a day',
    statements: ['update market.replay_starts set starts_at_ms = starts_at_ms + 86400000'],
    tables: ['market.replay_starts'],
  },
  {
    what: 'give the replay to another recording',
    statements: [`update market.replay_starts set recording = repeat('f', 64)`],
    tables: ['market.replay_starts'],
  },
  {
    what: 'change the rounds of an outcome',
    statements: ['update plan_outcome set results[1] = results[1] + 0.01'],
    tables: ['plan_outcome'],
  },
  {
    what: 'change the income of a settled plan',
    statements: ['update plan set income = income + 1 where income is not null'],
    tables: ['plan'],
  },
  {
    what: 'change the candles of an outcome, with their hash',
    statements: [
      `update plan_candles set candles = set_byte(candles, 2000, get_byte(candles, 2000) # 1),
         hash = encode(sha256(set_byte(candles, 2000, get_byte(candles, 2000) # 1)), 'hex')`,
      'update plan_outcome set candles_hash = (select hash from plan_candles)',
    ],
    tables: ['plan_candles', 'plan_outcome'],
  },
  {
    what: 'settle a running plan on other candles',
    statements: ({ forged }) => forged.running,
    tables: ['plan_candles', 'plan_outcome', 'plan'],
  },
  {
    what: 'settle a plan that has ended on other candles, before the server does',
    statements: ({ forged }) => forged.ended,
    tables: ['plan_candles', 'plan_outcome', 'plan'],
  },
  {
    what: 'change the terms of a placed plan',
    statements: ['update plan_group set maximum_loss = maximum_loss / 2'],
    tables: ['plan_group'],
  },
  {
    what: 'change what a plan was bound to, with its hash',
    statements: [
      `update plan_group set market = replace(market, '"label":"', '"label":"x'),
         market_hash = encode(sha256(convert_to(replace(market, '"label":"', '"label":"x'), 'UTF8')), 'hex')`,
    ],
    tables: ['plan_group'],
  },
  {
    what: 'change the amount of a placed plan',
    statements: ['update plan set amount = amount * 2, at_risk = 0 where income is not null'],
    tables: ['plan'],
  },
  {
    what: 'change a published root',
    statements: [`update balance_tree set total = total - 1`],
    tables: ['balance_tree'],
  },
  {
    what: 'change a posting',
    statements: [`update ledger.postings set ${oneUsdtLess('amount')} where transfer_id = ${firstPosting}`],
    tables: ['ledger.postings'],
  },
  {
    what: 'change a balance',
    statements: [`update ledger.balances set ${oneUsdtLess('balance')} where member_id > 0 and balance > 500000000`],
    tables: ['ledger.balances'],
  },
  {
    what: 'change a balance of points',
    statements: [
      'update ledger.balances set balance = balance - 1 where member_id > 0 and account_id & 31 = 5 and balance > 0',
    ],
    tables: ['ledger.balances'],
  },
  {
    what: forgedHistory,
    statements: [
      `update ledger.postings set
         amount = amount - case when transfer_id = ${firstPosting} then 1000000 else 0 end,
         from_balance_after = from_balance_after + case when from_account < 0 and transfer_id = ${firstPosting} then 1000000
           when from_account & 31 = 0 then -1000000 else 0 end,
         to_balance_after = to_balance_after - case when to_account > 0 and to_account & 31 = 0 then 1000000 else 0 end`,
      `update ledger.balances set ${oneUsdtLess('balance')} where member_id > 0 and account_id & 31 = 0`,
      `update ledger.balances set balance = balance + 1000000 where balance = -1000000000`,
    ],
    tables: ['ledger.postings', 'ledger.balances'],
  },
  {
    what: 'change the weight of a plan',
    statements: [`update plan set settled_at = settled_at - interval '1 second' where weight is not null`],
    tables: ['plan'],
  },
  {
    what: 'change a weight entry',
    statements: ['update weight_entry set points = 1'],
    tables: ['weight_entry'],
  },
  {
    what: 'give a member weight that was not earned',
    statements: [
      `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at)
         select member_id, kind, 'another', 1000, rule_version, earned_at + interval '1 second' from weight_entry limit 1`,
    ],
    tables: ['weight_entry'],
  },
  {
    what: 'set the product clock back',
    statements: [
      `update product_clock set product_at = product_at - interval '1 day', shown_until = shown_until - interval '1 day',
         extended_at = now()`,
    ],
    tables: ['product_clock'],
  },
  {
    what: 'empty the product clock and begin it a day earlier',
    statements: [
      'truncate product_clock',
      `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at)
         values (now(), '2026-01-10', 1, '2026-01-10', now())`,
    ],
    tables: ['product_clock'],
  },
  {
    what: 'set the product clock forward',
    statements: [
      `update product_clock set product_at = product_at + interval '1 day', shown_until = shown_until + interval '1 day',
         extended_at = now()`,
    ],
    tables: ['product_clock'],
  },
];

const onProtections: readonly Attempt[] = [
  {
    what: 'raise a loss limit',
    statements: ['update loss_limit set amount = amount * 2, changed_at = changed_at'],
    tables: ['loss_limit'],
  },
  {
    what: 'take a member out of those whose limits are asked for',
    statements: ['delete from member_guard'],
    tables: ['member_guard'],
  },
  {
    what: 'change the real name of a member',
    statements: [`update member set real_name = 'Bob Ray'`],
    tables: ['member'],
  },
  {
    what: 'send the notices of a member to another device as well',
    statements: [
      `insert into push_device (endpoint_hash, member_id, session_hash, endpoint, p256dh, auth, position)
         select sha256('other'), member_id, session_hash, 'https://push.example/other', 'q', 'b', '' from push_device limit 1`,
    ],
    tables: ['push_device'],
  },
  {
    what: 'send the notices of a member to another device instead',
    statements: [`update push_device set endpoint = 'https://push.example/other', p256dh = 'q', auth = 'b'`],
    tables: ['push_device'],
  },
  {
    what: 'take an entry of the security history away',
    statements: [`delete from security_act where act = 'lossLimitSet'`],
    tables: ['security_act'],
  },
];

let world: OperatorWorld;

beforeAll(async () => {
  world = await openOperatorWorld();
  await world.superuser.query(`set session_replication_role = 'replica'`);
});

afterAll(() => world.close());

// These need the roles and the superuser of the embedded server.
test('SECURITY.md says of each attempt what refuses it, and with the guards off who finds it', async () => {
  expect(await linesOf(world, attempts, findings)).toEqual(tableOf(readFileSync('SECURITY.md', 'utf8'), 'change'));
});

test('what protects a member, who money goes to and who gets the notices is held by the phone against the security history', async () => {
  const look = async () => {
    const found = await world.history();
    return found.length === 0 ? '**not found**' : `the phone, by its history (${found.join(', ')})`;
  };
  const lines = tableOf(readFileSync('SECURITY.md', 'utf8'), 'protections');
  expect(await linesOf(world, onProtections, look)).toEqual(lines);
});

test('a deposit made smaller with all that follows from it is found by what the phone kept, also after the next root', async () => {
  const attempt = attempts.find(({ what }) => what === forgedHistory);
  if (!attempt) throw new Error('the attempt is in the list');
  const trees = ['balance_tree', 'balance_tree_secret', 'balance_tree_part'];
  await unguarded(world, { ...attempt, tables: [...attempt.tables, ...trees] }, async () => {
    expect(await world.balance()).toEqual(['records', 'kept']);
    expect(await world.nextRoot()).toBe('built');
    expect(await findings(world)).toBe('the phone, by the balance (kept)');
  });
});
