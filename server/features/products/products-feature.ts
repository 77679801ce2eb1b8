import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Feature } from '#server/platform/http/binding.ts';
import { reviewedProducts } from './reviewed-products.ts';
import { type ProductRouteDependencies, productRoutes } from './routes.ts';

export interface ProductsDependencies extends Omit<ProductRouteDependencies, 'tables'> {
  readonly pool: pg.Pool;
}

/** What operators change of the products, by two approvals. */
export function openProducts({ pool, ...others }: ProductsDependencies): Feature {
  const own = { ...others, tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }) };
  return { bindings: productRoutes(own), reviewed: reviewedProducts(own) };
}
