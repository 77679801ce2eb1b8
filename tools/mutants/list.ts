import { coreFairness } from './lists/core-fairness.ts';
import { coreMarket } from './lists/core-market.ts';
import { coreMoney } from './lists/core-money.ts';
import { corePlans } from './lists/core-plans.ts';
import { database } from './lists/database.ts';
import { deposits } from './lists/deposits.ts';
import { draws } from './lists/draws.ts';
import { financing } from './lists/financing.ts';
import { http } from './lists/http.ts';
import { httpContent } from './lists/http-content.ts';
import { waysIn } from './lists/identity.ts';
import { invitations } from './lists/invitations.ts';
import { ledger } from './lists/ledger.ts';
import { firstMigrations } from './lists/migrations.ts';
import { notifications } from './lists/notifications.ts';
import { operators } from './lists/operators.ts';
import { phoneBalances } from './lists/phone-balances.ts';
import { phonePlans } from './lists/phone-plans.ts';
import { plans } from './lists/plans.ts';
import { rounds } from './lists/rounds.ts';
import { protections } from './lists/security.ts';
import { support } from './lists/support.ts';
import { tasks } from './lists/tasks.ts';
import { tools } from './lists/tools.ts';
import { web } from './lists/web.ts';
import { withdrawals } from './lists/withdrawals.ts';
import { type Mutant, mutantsOf } from './mutant.ts';

/** Every bug that `npm run mutants` plants. */
export const mutants: readonly Mutant[] = [
  mutantsOf('core', [...coreMoney, ...coreMarket, ...corePlans, ...coreFairness]),
  mutantsOf('ledger', ledger),
  mutantsOf('database', [...firstMigrations, ...database]),
  mutantsOf('plans', plans),
  mutantsOf('financing', financing),
  mutantsOf('invitations', invitations),
  mutantsOf('draws', draws),
  mutantsOf('deposits', deposits),
  mutantsOf('withdrawals', withdrawals),
  mutantsOf('accounts', [...waysIn, ...protections]),
  mutantsOf('operators', operators),
  mutantsOf('rounds', rounds),
  mutantsOf('notifications', notifications),
  mutantsOf('tasks', tasks),
  mutantsOf('support', support),
  mutantsOf('http', [...http, ...httpContent]),
  mutantsOf('phone', [...phonePlans, ...phoneBalances]),
  mutantsOf('web', web),
  mutantsOf('tools', tools),
].flat();
