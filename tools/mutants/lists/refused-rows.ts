import { bug, mutantsOf } from '../mutant.ts';

/** Constraints: rows that no table takes. */
export const refusedRows = mutantsOf('database', [
  {
    file: 'server/migrations/0001-ledger.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'postings of the house stand under any of its shards',
        '(member_id > 0 or (to_account < 0 and from_account >> 5 = member_id))',
        '(member_id > 0 or to_account < 0)',
      ),
    ],
  },
  {
    file: 'server/migrations/0002-members.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [bug('a member is named with 21 letters', '[A-Za-z0-9]{6,20}$', '[A-Za-z0-9]{6,21}$')],
  },
  {
    file: 'server/migrations/0003-market.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [bug('a bar of candles has its close above its high', 'high >= greatest(open, close)', 'high >= open')],
  },
  {
    file: 'server/migrations/0004-plans.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [bug('a plan loses more than its amount', 'check (income >= -amount)', 'check (income >= -2 * amount)')],
  },
  {
    file: 'server/migrations/0007-images.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'an image is uploaded twice at once',
        'create unique index image_waiting_once on',
        'create index image_waiting_once on',
      ),
    ],
  },
  {
    file: 'server/migrations/0008-deposits.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a confirmed deposit has a reason why it was refused',
        `check (reason is null or state = 'rejected')`,
        'check (true)',
      ),
      bug(
        'a transfer that is still in a block counts as lost',
        '(outcome is not null and block_number is null)',
        '(outcome is not null)',
      ),
    ],
  },
  {
    file: 'server/migrations/0009-security.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'an operator’s freeze has no end that its day is counted by',
        'check (held_by is null or holds_until is not null)',
        'check (true)',
      ),
    ],
  },
  {
    file: 'server/migrations/0013-limits.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a larger limit than the present one needs no later time',
        'check (next_at is null or (amount is not null and (next_amount is null or next_amount > amount)))',
        'check (true)',
      ),
      bug('an exclusion is lifted after its end', 'check (lifts_at < ends_at)', 'check (lifts_at is not null)'),
    ],
  },
  {
    file: 'server/migrations/0014-balance-proofs.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug('two statements of one hour are published', 'hour timestamptz not null unique', 'hour timestamptz not null'),
    ],
  },
  {
    file: 'server/migrations/0020-check-in.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug('a check-in gives more points than its weekday', 'extract(isodow from day)', 'extract(dow from day) + 1'),
    ],
  },
  {
    file: 'server/migrations/0021-rounds.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug('a follow’s loss limit is less than one stake', 'check (loss_limit >= stake)', 'check (loss_limit > 0)'),
      bug(
        'a follow counts more rounds as done than it placed',
        'check (done between 0 and placed)',
        'check (done >= 0)',
      ),
      bug(
        'an order is paid more than it may win',
        'check (income between -stake and winnings)',
        'check (income >= -stake)',
      ),
    ],
  },
  {
    file: 'server/migrations/0022-donations.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a disbursement of zero is taken',
        'amount bigint not null check (amount > 0),\n  -- What it was spent on',
        'amount bigint not null check (amount >= 0),\n  -- What it was spent on',
      ),
      bug(
        'what the charity spent comes back to it',
        'check (from_account not in (-18, -17))',
        'check (from_account <> -18)',
      ),
      bug(
        'the charity pays to an account that is not its own spending',
        'check (from_account not in (-24, -23) or to_account = from_account + 6)',
        'check (from_account <> -24 or to_account = from_account + 6)',
      ),
    ],
  },
  {
    file: 'server/migrations/0024-acts.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'an act counts for a task on two days',
        `  unique (member_id, task, subject),
`,
        '',
      ),
      bug(
        'the red envelope gives weight without end',
        'reference::int between 1 and 100)',
        'reference::int between 1 and 999)',
      ),
    ],
  },
  {
    file: 'server/migrations/0025-invitations.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a milestone is rewarded before it is reached',
        'check (rewarded_at >= reached_at)',
        'check (rewarded_at is not null)',
      ),
    ],
  },
  {
    file: 'server/migrations/0028-support.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a chat that is closed still waits for somebody',
        'check (is_open or (waiting_since is null and assigned_to is null))',
        'check (is_open or waiting_since is null)',
      ),
      bug(
        'an answer of an operator has no operator',
        `check ((operator is not null) = (author = 'operator'))`,
        `check (operator is null or author = 'operator')`,
      ),
      bug('a conversation that runs is given stars', 'check (stars is null or closed_at is not null)', 'check (true)'),
    ],
  },
  {
    file: 'server/migrations/0038-cheaper-settlement.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [bug('a plan earns weight before it is settled', 'and (weight is null or income is not null));', ');')],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a plan earns more weight than is published',
        'check (weight is null or (weight_rule = 1 and weight = 10))',
        'check (weight is null or weight_rule = 1)',
      ),
    ],
  },
  {
    file: 'server/migrations/0125-rates-and-bands.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [bug('a level is given a rate', `check (daily_rate_ppm is null or kind = 'financing')`, 'check (true)')],
  },
]);
