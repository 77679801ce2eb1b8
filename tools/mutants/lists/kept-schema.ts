import { bug, mutantsOf } from '../mutant.ts';

/** Constraints, guards and rights of the database. */
export const keptSchema = mutantsOf('database', [
  {
    file: 'server/migrations/0002-members.sql',
    tests: ['server/test/schema.test.ts'],
    bugs: [bug('Members may be named with 21 letters', '[A-Za-z0-9]{6,20}$', '[A-Za-z0-9]{6,21}$')],
  },
  {
    file: 'server/migrations/0008-deposits.sql',
    tests: ['server/test/schema.test.ts'],
    bugs: [
      bug(
        'The amount of a credited chain transfer can be changed',
        'is distinct from (new.member_id, new.address, new.amount, new.outcome))',
        'is distinct from (new.member_id, new.address, old.amount, new.outcome))',
      ),
    ],
  },
  {
    file: 'server/migrations/0022-donations.sql',
    tests: ['server/test/schema.test.ts'],
    bugs: [
      bug(
        'A disbursement of amount zero may be requested',
        'amount bigint not null check (amount > 0),\n  -- What it was spent on',
        'amount bigint not null check (amount >= 0),\n  -- What it was spent on',
      ),
    ],
  },
  {
    file: 'server/migrations/0033-product-offers.sql',
    tests: ['server/test/schema.test.ts'],
    bugs: [
      bug(
        'The database lets support decide on changes of products too',
        "    when 'product' then array['owner', 'finance']",
        "    when 'product' then array['owner', 'finance', 'support']",
      ),
    ],
  },
  {
    file: 'server/migrations/0110-approvals-count-for-a-day.sql',
    tests: ['server/test/schema.test.ts'],
    bugs: [
      bug(
        'The list of approvals counts those of operators whose role has ended',
        'and may_decide(o.role, of_kind) and o.ended_at is null)\n        or exists',
        'and may_decide(o.role, of_kind))\n        or exists',
      ),
    ],
  },
  {
    file: 'server/migrations/0142-rows-by-acts.sql',
    tests: ['server/test/schema.test.ts'],
    bugs: [
      bug(
        'A deposit confirmed with the asked amount instead of the arrived one counts as credited',
        'p.amount = coalesce(of_deposit.arrived, of_deposit.amount) and',
        'p.amount = of_deposit.amount and',
      ),
      bug(
        'A text put back by an operator needs the act contentWithdrawn and the reverse',
        "when new.withdrawn_by = 'operator' then array['contentWithdrawn']",
        "when old.withdrawn_by = 'operator' then array['contentWithdrawn']",
      ),
    ],
  },
  {
    file: 'server/platform/database/grants.ts',
    tests: ['server/test/schema.test.ts'],
    bugs: [
      bug(
        'The server may not delete health samples that are too old',
        "health_sample: 'insert, delete'",
        "health_sample: 'insert'",
      ),
    ],
  },
]);
