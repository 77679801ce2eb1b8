import * as contract from '#contract/books.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type GetBooksDependencies, getBooks } from './get-books.ts';
import { listFundings } from './list-fundings.ts';
import { type ProposeFundingDependencies, proposeFunding } from './propose-funding.ts';

export function booksRoutes(dependencies: GetBooksDependencies & ProposeFundingDependencies): readonly Binding[] {
  return bindAll('books', contract, {
    getBooks: () => getBooks(dependencies),
    listFundings: (input) => listFundings(dependencies, input),
    proposeFunding: (input, { operator, idempotencyKey }) =>
      proposeFunding(dependencies, input, operator, idempotencyKey),
  });
}
