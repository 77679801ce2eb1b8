import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import * as contract from '#contract/products.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import type { AskDependencies } from './ask-for-change.ts';
import { listOffers } from './list-offers.ts';
import { listProductChanges } from './list-product-changes.ts';
import { proposeBands } from './propose-bands.ts';
import { proposeCause } from './propose-cause.ts';
import { proposePrizes } from './propose-prizes.ts';
import { proposeProductChange } from './propose-product-change.ts';
import { reviewedProducts } from './reviewed-products.ts';

export interface ProductsDependencies extends Omit<AskDependencies, 'tables'> {
  readonly pool: pg.Pool;
  readonly offers: Pick<ProductOffers, 'changes' | 'prizeTables'>;
  readonly ledger: Pick<LedgerReader, 'houseBalances'>;
}

/** What operators change of the products, by two approvals. */
export function openProducts({ pool, ...others }: ProductsDependencies): Feature {
  const own = { ...others, tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }) };
  return {
    bindings: bindAll('products', contract, {
      listOffers: () => listOffers(own),
      listProductChanges: (input) => listProductChanges(own, input),
      proposeBands: (input, { operator }) => proposeBands(own, input, operator),
      proposeCause: (input, { operator }) => proposeCause(own, input, operator),
      proposePrizes: (input, { operator }) => proposePrizes(own, input, operator),
      proposeProductChange: (input, { operator }) => proposeProductChange(own, input, operator),
    }),
    reviewed: reviewedProducts(own),
  };
}
