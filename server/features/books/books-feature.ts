import { Kysely, PostgresDialect } from 'kysely';
import * as contract from '#contract/books.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { sharedFor } from '#server/platform/shared-for.ts';
import { type GetBooksDependencies, getBooks } from './get-books.ts';
import { getTrialBalance } from './get-trial-balance.ts';
import { listFundings } from './list-fundings.ts';
import { listTrialBalanceChecks } from './list-trial-balance-checks.ts';
import { proposeFunding } from './propose-funding.ts';
import { reviewedFundings } from './reviewed-fundings.ts';

/** It reads every balance there is. */
const trialBalanceSharedMs = 60_000;

export interface BooksDependencies extends GetBooksDependencies {
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  readonly wallNow: () => number;
}

/** The books of the house, for operators. */
export function openBooks(dependencies: BooksDependencies): Feature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables };
  const trialBalance = sharedFor(trialBalanceSharedMs, () => getTrialBalance(own));
  return {
    bindings: bindAll('books', contract, {
      getBooks: () => getBooks(own),
      getTrialBalance: () => trialBalance(),
      listTrialBalanceChecks: (input) => listTrialBalanceChecks(own.pool, input),
      listFundings: (input) => listFundings(own, input),
      proposeFunding: (input, { operator, idempotencyKey }) => proposeFunding(own, input, operator, idempotencyKey),
    }),
    reviewed: reviewedFundings(own),
  };
}
