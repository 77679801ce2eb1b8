import { bug, mutantsOf } from '../mutant.ts';

/** Constraints of rows of the first migrations, and notifications of them. */
export const databaseRows = mutantsOf('database', [
  {
    file: 'server/migrations/0001-ledger.sql',
    tests: ['server/ledger/guards.test.ts'],
    bugs: [
      bug('an account of the house opens with a debt', 'when (new.balance <> 0)', 'when (new.balance > 0)'),
      bug(
        'a member’s balance may be opened as one that may be negative',
        `constraint balance_not_negative check (may_be_negative or balance >= 0),
  check (not may_be_negative or member_id < 0)`,
        'constraint balance_not_negative check (may_be_negative or balance >= 0)',
      ),
    ],
  },
  {
    file: 'server/migrations/0003-market.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [bug('a candle with a high of infinity is kept', ` and high < 'infinity')`, ')')],
  },
  {
    file: 'server/migrations/0003-market.sql',
    tests: ['server/platform/clock.test.ts'],
    bugs: [
      bug(
        'the clock can be extended as of an hour ago',
        'or abs(extract(epoch from clock_timestamp() - new.extended_at)) > 60',
        'or extract(epoch from new.extended_at - clock_timestamp()) > 60',
      ),
      bug(
        'of the time that was shown the clock forgets the latest',
        'clock.shown_until := greatest(clock.shown_until, product_time_at(clock, wall + lease));',
        'clock.shown_until := product_time_at(clock, wall + lease);',
      ),
    ],
  },
  {
    file: 'server/migrations/0004-plans.sql',
    tests: ['server/features/plans/plan-guards.test.ts'],
    bugs: [
      bug(
        'a plan of six-hour rounds ends with the first hour of its last one',
        `when '30m' then interval '30 minutes' when '1h' then interval '1 hour' when '6h' then interval '6 hours'`,
        `when '30m' then interval '30 minutes' when '1h' then interval '1 hour' when '6h' then interval '1 hour'`,
      ),
    ],
  },
  {
    file: 'server/migrations/0011-lost-factors.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a recovery that gives a new password needs no request',
        `  check ((request_id is null) = (password_hash is null)),
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0011-lost-factors.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a recovery is over from the start',
        'when (new.approved_at is not null or new.ended_at is not null)',
        'when (new.approved_at is not null)',
      ),
    ],
  },
  {
    file: 'server/migrations/0015-content.sql',
    tests: ['server/features/content/seed-content.test.ts'],
    bugs: [
      bug(
        'the text of an accepted document can be deleted',
        'create trigger accepted_document_stays before update or delete on content_text',
        'create trigger accepted_document_stays before update on content_text',
      ),
    ],
  },
  {
    file: 'server/migrations/0018-approvals.sql',
    tests: ['server/platform/approvals/approval-guards.test.ts'],
    bugs: [
      bug(
        'a recovery is decided on without a reason',
        `  check (kind <> 'recovery' or length(reason) >= 3)`,
        '  check (true)',
      ),
    ],
  },
  {
    file: 'server/migrations/0019-notifications.sql',
    tests: ['server/features/notifications/push/push-devices.test.ts'],
    bugs: [
      bug(
        'push messages go on after the session was deleted',
        'after update of ended_at, replaced_by or delete on session',
        'after update of ended_at, replaced_by on session',
      ),
    ],
  },
  {
    file: 'server/migrations/0025-invitations.sql',
    tests: ['server/test/rows-that-are-refused.test.ts'],
    bugs: [
      bug(
        'a member of the third level has no second inviter',
        `  check (inviter_3 is null or inviter_2 is not null)
`,
        `  check (true)
`,
      ),
    ],
  },
  {
    file: 'server/migrations/0027-operators.sql',
    tests: ['server/features/operators/operator-log.test.ts'],
    bugs: [
      bug(
        'one act stands twice in the chain',
        'act_id bigint not null unique references operator_act (id)',
        'act_id bigint not null references operator_act (id)',
      ),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'what a deleted member sent counts for its destination although it was refused',
        `where member_id = of_member and state not in ('refused', 'cancelled') and requested_at > at - interval '24 hours'`,
        `where member_id = of_member and requested_at > at - interval '24 hours'`,
      ),
      bug(
        'what a deleted member sent days ago counts for its destination as of today',
        `state not in ('refused', 'cancelled') and requested_at > at - interval '24 hours'`,
        `state not in ('refused', 'cancelled')`,
      ),
      bug(
        'with the account the time of a recovery can change',
        `array['request_id', 'password_hash', 'ended_at', 'outcome'])`,
        `array['request_id', 'password_hash', 'ended_at', 'outcome', 'takes_effect_at'])`,
      ),
    ],
  },
  {
    file: 'server/migrations/0032-published-texts.sql',
    tests: ['server/features/content/version-guards.test.ts'],
    bugs: [
      bug(
        'a version may leave numbers out',
        `and version = new.version - 1
`,
        `and version < new.version
`,
      ),
      bug(
        'a version is published by the act of another operator',
        `where operator = new.published_by and at = new.published_at
`,
        `where at = new.published_at
`,
      ),
    ],
  },
  {
    file: 'server/migrations/0036-void-plans.sql',
    tests: ['server/features/plans/plan-guards.test.ts'],
    bugs: [
      bug(
        'plans of six-hour rounds are void hours before their deadline',
        `when '1h' then interval '1 hour' when '6h' then interval '6 hours'`,
        `when '1h' then interval '1 hour' when '6h' then interval '1 hour'`,
      ),
    ],
  },
]);
