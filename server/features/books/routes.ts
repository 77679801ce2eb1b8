import * as contract from '#contract/books.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { sharedFor } from '#server/platform/shared-for.ts';
import { type GetBooksDependencies, getBooks } from './get-books.ts';
import { getTrialBalance } from './get-trial-balance.ts';
import { listFundings } from './list-fundings.ts';
import { listTrialBalanceChecks } from './list-trial-balance-checks.ts';
import { type ProposeFundingDependencies, proposeFunding } from './propose-funding.ts';

/** It reads every balance there is. */
const trialBalanceSharedMs = 60_000;

export function booksRoutes(dependencies: GetBooksDependencies & ProposeFundingDependencies): readonly Binding[] {
  const trialBalance = sharedFor(trialBalanceSharedMs, () => getTrialBalance(dependencies));
  return bindAll('books', contract, {
    getBooks: () => getBooks(dependencies),
    getTrialBalance: () => trialBalance(),
    listTrialBalanceChecks: (input) => listTrialBalanceChecks(dependencies.pool, input),
    listFundings: (input) => listFundings(dependencies, input),
    proposeFunding: (input, { operator, idempotencyKey }) =>
      proposeFunding(dependencies, input, operator, idempotencyKey),
  });
}
