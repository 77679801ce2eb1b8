import { bug, mutantsOf } from '../mutant.ts';

/** Constraints, triggers and functions of the database. */
export const guards = mutantsOf('database', [
  {
    file: 'server/migrations/0009-security.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a freeze that operators hold cannot be ended',
        'old.held_by is null and old.holds_until > protection_time(null)',
        'old.holds_until > protection_time(null)',
      ),
      bug(
        'a reset of the withdrawal password waits for an hour less',
        "if new.active_from < protection_time(new.requested_at) + interval '23 hours 59 minutes' then",
        "if new.active_from < protection_time(new.requested_at) + interval '22 hours 59 minutes' then",
      ),
      bug(
        'a card that replaces another is in use at once',
        `    and exists (select from bank_card where member_id = new.member_id)
`,
        `    and false
`,
      ),
      bug(
        'the freeze of a recovery is made shorter',
        'new.holds_until < old.holds_until or new.held_by is not null',
        'new.held_by is not null',
      ),
    ],
  },
  {
    file: 'server/migrations/0012-withdrawals.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a withdrawal goes to a card that waits',
        'where member_id = new.member_id and id = new.card_id and active_from > protection_time(null)',
        "where member_id = new.member_id and id = new.card_id and active_from > protection_time(null) + interval '1 day'",
      ),
    ],
  },
  {
    file: 'server/migrations/0021-rounds.sql',
    tests: ['server/features/rounds/round-guards.test.ts', 'server/features/rounds/order-guards.test.ts'],
    bugs: [
      bug(
        'a round closes after a later one',
        `    or exists (select from round_closing as c where c.round_id > new.round_id)
`,
        '',
      ),
      bug(
        'a round closes before the one before it has ended',
        'where c.round_id < new.round_id and e.round_id is null)',
        'where c.round_id < new.round_id - 1 and e.round_id is null)',
      ),
      bug(
        'a round closes without one of its orders',
        `    or (select count(*) from round_order as o where o.round_id = new.round_id) <> new.orders
`,
        '',
      ),
      bug(
        'a round is paid while an order is not',
        'where round_id = new.round_id and income is null) then',
        'where round_id = new.round_id and false) then',
      ),
      bug(
        'a round takes orders whose day was committed to later',
        'and published_at < round_closes_at(round_id))',
        'and true)',
      ),
    ],
  },
  {
    file: 'server/migrations/0090-rounds-in-time.sql',
    tests: ['server/features/rounds/round-guards.test.ts'],
    bugs: [
      bug(
        'a round ends with another round of drand',
        "beacon ->> 'kind' = 'drand' and beacon -> 'round' = plan -> 'round'",
        "beacon ->> 'kind' = 'drand'",
      ),
      bug(
        'a round ends with candles of another minute',
        'where (numbers ->> 0)::bigint <> beacon_opens_at_ms(round_id, plan) or (',
        'where (',
      ),
      bug('a round is void whenever a writer says so', 'new.is_void is distinct from is_late', 'false'),
      bug(
        'an order joins a closed round',
        '  if exists (select from round_closing where round_id in (select distinct round_id from added)) then',
        '  if false then',
      ),
    ],
  },
  {
    file: 'server/migrations/0091-seed-chains.sql',
    tests: ['server/features/rounds/seed-chains.test.ts'],
    bugs: [
      bug(
        'a chain of seeds begins before the one before it',
        'new.number = before.number + 1 and new.first_day > before.first_day',
        'new.number = before.number + 1',
      ),
      bug(
        'a chain of seeds begins on a day that another has committed to',
        `    and not exists (select from fairness_day where day >= new.first_day)
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0023-draws.sql',
    tests: ['server/features/draws/draw-days.test.ts'],
    bugs: [
      bug(
        'an excluded member draws an entry',
        `    or excluded_until(new.member_id, new.drawn_at) is not null
`,
        '',
      ),
      bug(
        'an entry is drawn in another zone than the member’s',
        `    or new.zone is distinct from (select time_zone from member as m where m.id = new.member_id)
`,
        '',
      ),
      bug(
        'an entry is drawn with any number',
        `    or new.entry <> 1 + (select count(*) from draw as d where d.member_id = new.member_id and d.day = new.day)
`,
        '',
      ),
      bug(
        'an entry is drawn with another day’s seed',
        `new.day <> floor(extract(epoch from at) / 86400)
    or`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0042-changed-prizes.sql',
    tests: ['server/test/changed-prizes.test.ts'],
    bugs: [
      bug(
        'of two prize tables of one moment the earlier one holds',
        'order by effective_from desc, version desc limit 1',
        'order by effective_from desc, version asc limit 1',
      ),
      bug(
        'a change of a product is made two days after it was asked for',
        "if now() >= asked.asked_at + interval '1 day' then",
        "if now() >= asked.asked_at + interval '2 days' then",
      ),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: ['server/platform/approvals/approving-operators.test.ts'],
    bugs: [
      bug(
        'an operator made by another is somebody else after a day',
        "enrolled_at > now() - interval '7 days'",
        "enrolled_at > now() - interval '1 day'",
      ),
    ],
  },
  {
    file: 'server/migrations/0039-changed-causes.sql',
    tests: ['server/test/changed-causes.test.ts'],
    bugs: [
      bug('a cause is named by another than who asked', ' and r.asked_by = new.named_by', ''),
      bug('a cause is named with other texts than were approved', ' and r.details = new.texts', ''),
      bug(
        'of two changes of a cause for one moment the earlier approved one holds',
        'order by effective_from desc, approved_at desc, request_id desc limit 1',
        'order by effective_from desc, approved_at asc, request_id desc limit 1',
      ),
    ],
  },
  {
    file: 'server/migrations/0152-paid-or-refused.sql',
    tests: ['server/features/donations/disbursement-approvals.test.ts'],
    bugs: [bug('a disbursement is made long after it was asked for', "now() < asked_at + interval '1 day'", 'true')],
  },
  {
    file: 'server/migrations/0032-published-texts.sql',
    tests: ['server/features/content/edit-content.test.ts'],
    bugs: [
      bug(
        'a version of a text has nothing before it',
        'if new.version > 1 and not exists (',
        'if false and not exists (',
      ),
    ],
  },
  {
    file: 'server/migrations/0027-operators.sql',
    tests: ['server/features/operators/operator-guards.test.ts'],
    bugs: [
      bug('an operator was there before being made', ' or new.created_at <> old.created_at', ' '),
      bug('an operator who has ended comes back', 'or old.ended_at is not null then', 'then'),
      bug(
        'an act is recorded with a role that its operator does not have',
        'and role = new.role and ended_at is null for share',
        'and ended_at is null for share',
      ),
      bug(
        'an act is recorded with the time that its writer says',
        `  new.at := now();
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0013-limits.sql',
    tests: ['server/test/loss-limits.test.ts'],
    bugs: [
      bug(
        'what is at risk does not count for a limit',
        'where lost + at_risk + added > maximum',
        'where lost + added > maximum',
      ),
      bug(
        'of a member’s stakes in one batch the largest counts alone',
        'select member_id, sum(at_risk)::bigint as at_risk, max(placed_at) as at',
        'select member_id, max(at_risk)::bigint as at_risk, max(placed_at) as at',
      ),
    ],
  },
  {
    file: 'server/migrations/0061-incomes-need-their-results.sql',
    tests: ['server/features/rounds/order-guards.test.ts'],
    bugs: [
      bug(
        'an order of a void round wins',
        'when e.is_void then c.income is distinct from 0',
        'when e.is_void then false',
      ),
    ],
  },
  {
    file: 'server/migrations/0036-void-plans.sql',
    tests: ['server/features/plans/void-plans.test.ts'],
    bugs: [
      bug('a void plan has more rounds than it was placed for', 'cardinality(new.results) > grouped.rounds or', ''),
      bug(
        'a void plan’s first round lies before its start',
        ' and candle_opens(bytes, first_round) < starts_ms then',
        ' and false then',
      ),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'a deletion changes the amount of a withdrawal',
        "and same_beside(to_jsonb(old), to_jsonb(new), array['destination', 'destination_hash', 'comment'])",
        'and true',
      ),
      bug(
        'what members who left paid is forgotten with the last of them',
        'erased_until = greatest(known.erased_until, sent.until)',
        'erased_until = sent.until',
      ),
      bug(
        'of members who left only the first one’s payments count',
        'when known.erased_until > at then known.erased_amount else 0 end + sent.amount',
        'when known.erased_until > at then known.erased_amount else 0 end',
      ),
    ],
  },
]);
