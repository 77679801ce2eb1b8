import { bug, mutantsOf } from '../mutant.ts';

/** Guards of members’ rows, and what the server’s role may do. */
export const rowGuards = mutantsOf('database', [
  {
    file: 'server/migrations/0004-plans.sql',
    tests: ['server/features/plans/bound-market.test.ts'],
    bugs: [
      bug(
        'the first round of an outcome is not the plan’s first',
        ' or candle_opens(bytes, first_round - 1) >= starts_ms then',
        ' then',
      ),
      bug(
        'a plan is bound to a market by the hash of another',
        "check (market_hash = encode(sha256(convert_to(market, 'UTF8')), 'hex'))",
        'check (length(market_hash) = 64)',
      ),
    ],
  },
  {
    file: 'server/migrations/0005-financing.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [
      bug(
        'a matured holding gives less than its interest',
        `,
  check (state <> 'matured' or interest = interest_reserved)
`,
        `
`,
      ),
    ],
  },
  {
    file: 'server/migrations/0008-deposits.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [
      bug(
        'a deposit that was rejected is confirmed by a statement',
        `    old.state in ('confirmed', 'rejected')
    or`,
        `    old.state = 'confirmed'
    or`,
      ),
      bug(
        'a deposit is given to another transfer',
        `
    or (old.transfer is not null and (old.transfer, old.transaction_hash) is distinct from (new.transfer, new.transaction_hash))`,
        '',
      ),
      bug(
        'two members have one address',
        `  unique (chain_id, address)
`,
        `  check (chain_id > 0)
`,
      ),
      bug(
        'the amount of a credited transfer is changed',
        `(old.member_id, old.address, old.amount, old.outcome)
      is distinct from (new.member_id, new.address, new.amount, new.outcome))`,
        `(old.member_id, old.address, old.outcome)
      is distinct from (new.member_id, new.address, new.outcome))`,
      ),
    ],
  },
  {
    file: 'server/migrations/0009-security.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug('two first cards at the same moment', 'create unique index bank_card_first', 'create index bank_card_first'),
      bug(
        'a card in use is cancelled',
        'cancelled_at timestamptz check (cancelled_at < active_from),',
        'cancelled_at timestamptz,',
      ),
    ],
  },
  {
    file: 'server/migrations/0011-lost-factors.sql',
    tests: ['server/test/recovery-approvals.test.ts'],
    bugs: [
      bug(
        'a member has two open recoveries',
        'create unique index account_recovery_open',
        'create index account_recovery_open',
      ),
    ],
  },
  {
    file: 'server/migrations/0012-withdrawals.sql',
    tests: ['server/features/withdrawals/withdrawal-guards.test.ts'],
    bugs: [
      bug(
        'a requested withdrawal is sent without review',
        `new.state in ('inReview', 'cancelled', 'refused'))
      or (old.state = 'inReview'`,
        `new.state in ('inReview', 'sent', 'cancelled', 'refused'))
      or (old.state = 'inReview'`,
      ),
      bug(
        'a withdrawal in review leaves room for another one',
        "where only_one and state in ('requested', 'inReview')",
        "where only_one and state = 'requested'",
      ),
    ],
  },
  {
    file: 'server/migrations/0013-limits.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a change of a limit is dated back',
        ` or new.period <> old.period or new.changed_at < old.changed_at
`,
        ` or new.period <> old.period
`,
      ),
      bug(
        'a waiting looser limit grows while it waits',
        `    or (new.next_at = old.next_at and coalesce(new.next_amount, 9223372036854775807) > coalesce(old.next_amount, 9223372036854775807))
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0021-rounds.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [bug('a follow counts fewer rounds as done than before', ' or new.done < old.done or', ' or')],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['server/platform/approvals/approval-guards.test.ts'],
    bugs: [
      bug(
        'a recovery is approved by one operator',
        "and not is_approved('recovery', new.member_id || '.' || new.id, 2)",
        "and not is_approved('recovery', new.member_id || '.' || new.id, 1)",
      ),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [
      bug(
        'an inviter is replaced by a statement',
        'if old.invited_by is distinct from new.invited_by or new.invitation_code is not null or not is_erasing(old.id) then',
        'if (old.invitation_code is distinct from new.invitation_code) and not is_erasing(old.id) then',
      ),
    ],
  },
  {
    file: 'server/migrations/0030-member-deletion.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'what is kept of a deleted account may be changed ever after',
        ' and transaction = pg_current_xact_id_if_assigned()',
        '',
      ),
      bug(
        'a deleted account’s withdrawal keeps its destination in its hash',
        `    and new.destination_hash = erased_destination(old.member_id, old.id)
`,
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0036-void-plans.sql',
    tests: ['server/features/plans/void-plans.test.ts'],
    bugs: [bug('a plan is void before its week has passed', ' or product_time < deadline then', ' then')],
  },
  {
    file: 'server/migrations/0045-deleted-accounts.sql',
    tests: ['server/test/deleted-member.test.ts'],
    bugs: [
      bug(
        'a recovery that ended keeps the hash of the new password',
        ' and (ended_at is null or request_id is not null);',
        ' and ended_at is null;',
      ),
    ],
  },
  {
    file: 'server/migrations/0062-sealed-again.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [
      bug(
        'the commitment of the replay is changed',
        'before update of recording, starts_at_ms, commitment, recorded_at on market.replay_starts',
        'before update of recording, starts_at_ms, recorded_at on market.replay_starts',
      ),
    ],
  },
  {
    file: 'server/migrations/0062-sealed-again.sql',
    tests: ['server/test/protection-waits.test.ts'],
    bugs: [
      bug(
        'a cancelled card is in use again',
        `    (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at)
    or (old.member_id, old.id, old.last_four`,
        '    (old.member_id, old.id, old.last_four',
      ),
    ],
  },
  {
    file: 'server/migrations/0090-rounds-in-time.sql',
    tests: ['server/features/rounds/round-guards.test.ts'],
    bugs: [
      bug(
        'a late order hides behind one of a later round',
        'select round_closes_at(min(round_id)) from added',
        'select round_closes_at(max(round_id)) from added',
      ),
    ],
  },
  {
    file: 'server/migrations/0091-seed-chains.sql',
    tests: ['server/test/columns-that-stay.test.ts'],
    bugs: [
      bug(
        'the commitment of a seed chain is changed',
        'before update of number, first_day, days, commitment, published_at on fairness_chain',
        'before update of number, first_day, days, published_at on fairness_chain',
      ),
    ],
  },
  {
    file: 'server/migrations/0111-answers-of-what-was-seen.sql',
    tests: ['server/features/support/seen-answers.test.ts'],
    bugs: [
      bug(
        'a message of an earlier conversation keeps the chat waiting',
        "m.conversation = in_conversation and m.author = 'member'",
        "m.author = 'member'",
      ),
      bug(
        'an answer to older messages sets back what operators have seen',
        'then greatest(chat.seen_through, seen) else chat.seen_through end',
        'then seen else chat.seen_through end',
      ),
    ],
  },
  {
    file: 'server/platform/database/grants.ts',
    tests: ['server/platform/database/roles.test.ts'],
    bugs: [
      bug('the server may publish amounts of points', "  published_points: '',", "  published_points: 'insert',"),
      bug(
        'the server may change what a destination received of deleted accounts',
        "  withdrawal_destination: 'insert, update (last_requested_at)',",
        "  withdrawal_destination: 'insert, update',",
      ),
      bug('the server may write the newest sealed key', "  sealed_root: '',", "  sealed_root: 'insert, update',"),
      bug(
        'privileges of an earlier version stay',
        `    \`revoke all on all tables in schema \${schemas} from \${role}\`,
`,
        '',
      ),
    ],
  },
]);
