import { bug, mutantsOf } from '../mutant.ts';

const guards = ['server/ledger/guards.test.ts', 'server/ledger/ledger.test.ts'];

/** Migrations: what the database refuses whatever the code does. */
export const firstMigrations = mutantsOf('database', [
  {
    file: 'server/migrations/0001-ledger.sql',
    tests: guards,
    bugs: [
      bug(
        'a member’s balance may be negative',
        'constraint balance_not_negative check (may_be_negative or balance >= 0)',
        'constraint balance_not_negative check (may_be_negative or balance >= -1000000000000)',
      ),
      bug(
        'a posting out of another member’s account stands on this history',
        '(from_account < 0 or from_account >> 5 = member_id)',
        'true',
      ),
      bug(
        'a posting into another member’s account stands on this history',
        'and (to_account < 0 or to_account >> 5 = member_id)',
        '',
      ),
      bug(
        'a transfer may have no postings',
        '  if (select count(*) from ledger.transfers where id between first_id and last_id)\n',
        '  if 0 * (select count(*) from ledger.transfers where id between first_id and last_id)\n',
      ),
      bug('transfers can be changed', "select ledger.append_only('ledger.transfers', 'history is append-only');\n", ''),
      bug('tables that only grow can be emptied', "array['update or delete', 'truncate']", "array['update or delete']"),
      bug(
        'a balance can be written by hand',
        'before update or delete on ledger.balances\nfor each statement',
        'before delete on ledger.balances\nfor each statement',
      ),
      bug(
        'an account opens with money',
        'for each row when (new.balance <> 0) execute function ledger.refuse',
        'for each row when (new.balance < 0) execute function ledger.refuse',
      ),
      bug(
        'a key can be used twice',
        'constraint transfer_key_once unique (idempotency_key)',
        'constraint transfer_key_once unique (idempotency_key, id)',
      ),
      bug('too few attached rows are taken', 'if expected <> written then', 'if expected < written then'),
      bug('a member has two accounts of points in one', "(6, 'promotion', 'PTS')\n", "(7, 'promotion', 'PTS')\n"),
    ],
  },
  {
    file: 'server/migrations/0131-mass-payment.sql',
    tests: [...guards, 'server/ledger/contention.test.ts'],
    bugs: [
      bug('accounts that were never opened count as locked', '  if missing > 0 then', '  if missing < 0 then'),
      bug('accounts are locked in descending order', ', b.account_id\n', ', b.account_id desc\n'),
      bug(
        'accounts of the house are locked first',
        'order by b.account_id < 0, b.account_id\n',
        'order by b.account_id\n',
      ),
    ],
  },
  {
    file: 'server/migrations/0002-members.sql',
    tests: [
      'server/features/identity/register.test.ts',
      'server/test/member-days.test.ts',
      'server/features/identity/identity-http.test.ts',
    ],
    bugs: [
      bug(
        'two names that differ in letter case are two accounts',
        'create unique index member_username_key on member (lower(username));',
        'create unique index member_username_key on member (username);',
      ),
      bug(
        'one registration proof opens two accounts',
        'create unique index member_registration_proof_key',
        'create index member_registration_proof_key',
      ),
      bug(
        'a day that begins twice begins the second time',
        "    when member_day((day::timestamp at time zone zone) - interval '1 hour', zone) = day\n",
        '    when false\n',
      ),
      bug(
        'a member’s week begins on the UTC day',
        'select start_of_day(date_trunc(period, member_day(at, zone)::timestamp)::date, zone)',
        "select start_of_day(date_trunc(period, member_day(at, 'UTC')::timestamp)::date, zone)",
      ),
    ],
  },
  {
    file: 'server/migrations/0004-plans.sql',
    tests: [
      'server/features/plans/plan-guards.test.ts',
      'server/features/plans/settle-outcomes.test.ts',
      'server/features/plans/place-plan.test.ts',
    ],
    bugs: [
      bug(
        'an outcome can be changed',
        "select ledger.append_only('plan_outcome', 'an outcome is never changed');\n",
        '',
      ),
      bug(
        'a plan can be deleted',
        'create trigger plan_never_deleted before delete on plan\n  for each row',
        'create trigger plan_never_deleted before truncate on plan\n  for each statement',
      ),
      bug(
        'candles of a proof can be changed',
        "select ledger.append_only('plan_candles', 'the candles of outcomes are never changed');\n",
        '',
      ),
    ],
  },
  {
    file: 'server/migrations/0038-cheaper-settlement.sql',
    tests: [
      ...guards,
      'server/features/plans/plan-guards.test.ts',
      'server/features/plans/settle-plans.test.ts',
      'server/features/weight',
    ],
    bugs: [
      bug('running balances need not follow from each other', 'if not is_whole or moved <>', 'if moved <>'),
      bug('a posting may follow from any balance', ' and b.balance = c.opening;', ';'),
      bug('a transfer may lack some of its postings', ' or counts is distinct from own_counts then', ' then'),
      bug(
        'a settled plan can be settled again',
        'create trigger plan_settles_once after update on plan\n  for each row when (old.income is not null or new.income is null)',
        'create trigger plan_settles_once after update on plan\n  for each row when (new.income is null)',
      ),
      bug(
        'a plan’s amount can be changed',
        'after update of member_id, id, group_id, level, amount, at_risk, placed_at on plan',
        'after update of member_id, id, group_id, level, at_risk, placed_at on plan',
      ),
      bug('the score counts no settled plan', 'where income is not null and weight is not null;', 'where false;'),
    ],
  },
  {
    file: 'server/migrations/0061-incomes-need-their-results.sql',
    tests: ['server/features/plans/plan-guards.test.ts'],
    bugs: [
      bug(
        'a plan is settled to any income',
        'c.income is distinct from trunc(c.amount::double precision * o.result)::bigint\n      or ',
        '',
      ),
      bug('a plan is settled at any time', '\n      or c.settled_at is distinct from o.settled_at', ''),
    ],
  },
  {
    file: 'server/migrations/0005-financing.sql',
    tests: ['server/features/financing'],
    bugs: [
      bug(
        'a holding ends twice',
        "old.state <> 'running' or new.state = 'running'\n    or (old",
        "new.state = 'running'\n    or (old",
      ),
      bug(
        'a holding pays more than was reserved',
        'check (interest between 0 and interest_reserved)',
        'check (interest >= 0)',
      ),
    ],
  },
  {
    file: 'server/migrations/0022-donations.sql',
    tests: ['server/test/earlier-version.test.ts'],
    bugs: [
      bug('a migration that databases have applied is changed', 'create table donation (', 'create table donation('),
    ],
  },
]);
