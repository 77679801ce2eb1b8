import { coreMarket } from './lists/core-market.ts';
import { coreMoney } from './lists/core-money.ts';
import { corePlans } from './lists/core-plans.ts';
import { database } from './lists/database.ts';
import { deposits } from './lists/deposits.ts';
import { financing } from './lists/financing.ts';
import { http } from './lists/http.ts';
import { httpContent } from './lists/http-content.ts';
import { waysIn } from './lists/identity.ts';
import { ledger } from './lists/ledger.ts';
import { firstMigrations } from './lists/migrations.ts';
import { plans } from './lists/plans.ts';
import { protections } from './lists/security.ts';
import { withdrawals } from './lists/withdrawals.ts';
import { type Mutant, mutantsOf } from './mutant.ts';

/** Every bug that `npm run mutants` plants. */
export const mutants: readonly Mutant[] = [
  mutantsOf('core', [...coreMoney, ...coreMarket, ...corePlans]),
  mutantsOf('ledger', ledger),
  mutantsOf('database', [...firstMigrations, ...database]),
  mutantsOf('plans', plans),
  mutantsOf('financing', financing),
  mutantsOf('deposits', deposits),
  mutantsOf('withdrawals', withdrawals),
  mutantsOf('accounts', [...waysIn, ...protections]),
  mutantsOf('http', [...http, ...httpContent]),
].flat();
