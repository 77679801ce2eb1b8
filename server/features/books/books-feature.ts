import { Kysely, PostgresDialect } from 'kysely';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import type { GetBooksDependencies } from './get-books.ts';
import { reviewedFundings } from './reviewed-fundings.ts';
import { booksRoutes } from './routes.ts';

export interface BooksDependencies extends GetBooksDependencies {
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  readonly wallNow: () => number;
}

/** The books of the house, for operators. */
export function openBooks(dependencies: BooksDependencies): Feature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables };
  return { bindings: booksRoutes(own), reviewed: reviewedFundings(own) };
}
