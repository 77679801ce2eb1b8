import { bug, mutantsOf } from '../mutant.ts';

/** Constraints, guards and rights of the database. */
export const keptSchema = mutantsOf('database', [
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
    file: 'server/migrations/0142-rows-by-acts.sql',
    tests: ['server/test/schema.test.ts'],
    bugs: [
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
