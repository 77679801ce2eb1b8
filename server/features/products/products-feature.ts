import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { reviewedProducts } from './reviewed-products.ts';
import { productRoutes } from './routes.ts';

export interface ProductsDependencies {
  readonly pool: pg.Pool;
  readonly offers: Pick<ProductOffers, 'changes' | 'prizeTables'>;
  readonly ledger: Pick<LedgerReader, 'houseBalances'>;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly wallNow: () => number;
}

/** What operators change of the products, by two approvals. */
export function openProducts({ pool, ...others }: ProductsDependencies): Feature {
  const own = { ...others, tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }) };
  return { bindings: productRoutes(own), reviewed: reviewedProducts(own) };
}
