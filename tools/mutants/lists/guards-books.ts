import { bug, mutantsOf } from '../mutant.ts';

/** Guards of the books, of points, of what operators decide and publish. */
export const bookGuards = mutantsOf('database', [
  {
    file: 'server/migrations/0001-ledger.sql',
    tests: ['server/ledger/guards.test.ts'],
    bugs: [
      bug(
        'only the last transfer of a statement needs its postings',
        'select min(id), max(id) into first_id, last_id from written;',
        'select max(id), max(id) into first_id, last_id from written;',
      ),
    ],
  },
  {
    file: 'server/migrations/0027-operators.sql',
    tests: ['server/platform/approvals/approval-guards.test.ts'],
    bugs: [
      bug(
        'an operator who has ended decides',
        ' and may_decide(role, new.kind) and ended_at is null for share;',
        ' and may_decide(role, new.kind) for share;',
      ),
    ],
  },
  {
    file: 'server/migrations/0031-log-heads.sql',
    tests: ['server/features/operators/operator-log.test.ts'],
    bugs: [
      bug(
        'a root names a log that has grown shorter',
        `if new.log_position < newest.log_position
    or (new.log_position is null`,
        'if (new.log_position is null',
      ),
      bug(
        'a root names no log any more',
        `    or (new.log_position is null and newest.log_position is not null)
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0032-published-texts.sql',
    tests: ['server/features/content/version-guards.test.ts'],
    bugs: [
      bug(
        'a version is published by an act on another text',
        `
      and act in ('contentPublished', 'contentPutBack') and subject = new.kind || ' ' || new.id`,
        `
      and act in ('contentPublished', 'contentPutBack')`,
      ),
      bug(
        'an operator dates a version back',
        `  if new.published_by is not null then
    new.published_at := now();
  end if;
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0033-product-offers.sql',
    tests: ['server/test/product-requests.test.ts'],
    bugs: [
      bug(
        'the first level may be closed',
        `  check (is_open or (kind, item) <> ('level', '1'))
`,
        `  check (is_open is not null)
`,
      ),
    ],
  },
  {
    file: 'server/migrations/0034-house-funding.sql',
    tests: ['server/features/books/funding-postings.test.ts'],
    bugs: [
      bug('two fundings share one transfer', 'transfer_id bigint not null unique,', 'transfer_id bigint not null,'),
    ],
  },
  {
    file: 'server/migrations/0038-cheaper-settlement.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [
      bug(
        'what a running plan may lose is changed',
        'group_id, level, amount, at_risk, placed_at on plan',
        'group_id, level, amount, placed_at on plan',
      ),
      bug(
        'an order’s category is changed after the result',
        'id, round_id, category, stake, winnings, salt, follow_id, placed_at on round_order',
        'id, round_id, stake, winnings, salt, follow_id, placed_at on round_order',
      ),
    ],
  },
  {
    file: 'server/migrations/0054-ledger-read-by-its-functions.sql',
    tests: ['server/features/books/funding-postings.test.ts'],
    bugs: [
      bug(
        'a funding of another amount than was posted',
        ` and amount = funded
`,
        `
`,
      ),
      bug(
        'a funding from another account than the sponsor’s',
        `
      and from_account = (select id from ledger.accounts where member_id = -1 and name = 'sponsor')`,
        '',
      ),
      bug(
        'a funding that was asked for two days ago is posted',
        "if now() >= asked.asked_at + interval '1 day' then",
        "if now() >= asked.asked_at + interval '3 days' then",
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/features/invitations/reward-guard.test.ts'],
    bugs: [
      bug(
        'one reward gives points twice',
        ' and rewarded_at = t.at and invitation_key(member_id, milestone, level) = t.idempotency_key)',
        ' and rewarded_at = t.at)',
      ),
      bug(
        'the sum of a team’s points forgets the earlier ones',
        'do update set points = sums.points + excluded.points;',
        'do update set points = excluded.points;',
      ),
      bug(
        'a statement may set what a team earned',
        'create trigger only_by_rewards before insert or update on team_points',
        'create trigger only_by_rewards before insert on team_points',
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/ledger/guards.test.ts'],
    bugs: [
      bug(
        'a statement may set what the charity received',
        `create trigger only_by_postings before update on ledger.charity_received
for each statement when (pg_trigger_depth() = 0)`,
        `create trigger only_by_postings before update on ledger.charity_received
for each statement when (false)`,
      ),
    ],
  },
  {
    file: 'server/migrations/0101-points-have-their-act.sql',
    tests: ['server/rewards/points-guards.test.ts'],
    bugs: [
      bug(
        'points of a donation go to another account than the charity’s',
        " and new.to_account = ledger.house_account('charityPoints') and exists (",
        ' and exists (',
      ),
      bug(
        'one donation moves points twice',
        ' and points = new.amount and transfer_id = new.transfer_id)',
        ' and points = new.amount)',
      ),
      bug(
        'one check-in gives points twice',
        `
        and checked_in_at = t.at and check_in_key(member_id, day) = t.idempotency_key)`,
        `
        and checked_in_at = t.at)`,
      ),
      bug(
        'one task gives points twice',
        ` and collected_at = t.at
        and task_key(member_id, task, day) = t.idempotency_key)`,
        ' and collected_at = t.at)',
      ),
      bug(
        'a task takes points from its member',
        "when 'taskCollected' then slot = 6 and new.to_account > 0 and exists (",
        "when 'taskCollected' then slot = 6 and exists (",
      ),
      bug(
        'points leave a member for nothing that is recorded',
        `
    or (new.from_account > 0 and (new.from_account & 31) in (5, 6)))
  execute`,
        `)
  execute`,
      ),
      bug(
        'a donation names a transfer of another donation',
        " where kind = 'donated' and reference = new.id)",
        " where kind = 'donated')",
      ),
      bug(
        'a donation of any number of points',
        `
    or not exists (select from published_points as p where p.rule = 'donation' and p.points = new.points)`,
        '',
      ),
      bug(
        'a task gives the points of another task',
        "p.rule = 'task' and p.kind = new.task and p.points = new.points",
        "p.rule = 'task' and p.points = new.points",
      ),
      bug(
        'a task counts a plan that was placed at another time',
        ' and id = of_subject and placed_at = at)',
        ' and id = of_subject)',
      ),
      bug(
        'an unconfirmed deposit earns weight',
        " and id = new.reference and state = 'confirmed')",
        ' and id = new.reference)',
      ),
      bug(
        'a first result counts at any time',
        " and kind = 'resultVerified' and acted_at = new.reached_at)",
        " and kind = 'resultVerified')",
      ),
      bug(
        'another member’s settled plan counts as an own result',
        "select from plan where member_id = of_member and id = split_part(of_subject, '.', 2) and settled_at <= at)",
        "select from plan where id = split_part(of_subject, '.', 2) and settled_at <= at)",
      ),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: ['server/platform/approvals/approval-guards.test.ts'],
    bugs: [
      bug(
        'an approval that was opened for one operator is enough for two',
        ' and min(a.needed) >= operators, false)',
        ', false)',
      ),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: ['server/platform/approvals/approving-operators.test.ts'],
    bugs: [
      bug(
        'the enroller of the enroller counts as another person',
        'case when link.one = hand.reached then link.other else link.one end',
        'link.other',
      ),
      bug(
        'an approval of an operator whose role has ended is still shown',
        'and may_decide(o.role, of_kind) and o.ended_at is null)\n        or exists',
        'and may_decide(o.role, of_kind))\n        or exists',
      ),
    ],
  },
  {
    file: 'server/migrations/0125-rates-and-bands.sql',
    tests: ['server/test/product-requests.test.ts'],
    bugs: [
      bug(
        'a daily rate of one percent may be asked for',
        'check (daily_rate_ppm between 1 and 1000)',
        'check (daily_rate_ppm between 1 and 10000)',
      ),
    ],
  },
  {
    file: 'server/migrations/0129-chances-in-the-books.sql',
    tests: ['server/features/books/unfounded.test.ts'],
    bugs: [
      bug(
        'the check of the books passes over an entry that was drawn by two transfers',
        'where transfers is distinct from 1 or member_id is null;',
        'where transfers is null or member_id is null;',
      ),
      bug(
        'the check of the books passes over unpaid bets of a paid round',
        'from round_payment as p join round_order as o on o.round_id = p.round_id and o.income is null',
        'from round_payment as p join round_order as o on o.round_id = p.round_id and o.income is null and o.settled_at is not null',
      ),
    ],
  },
]);
