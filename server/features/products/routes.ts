import * as contract from '#contract/products.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import type { AskDependencies } from './ask-for-change.ts';
import { listOffers } from './list-offers.ts';
import { listProductChanges } from './list-product-changes.ts';
import { proposeBands } from './propose-bands.ts';
import { proposeCause } from './propose-cause.ts';
import { proposePrizes } from './propose-prizes.ts';
import { proposeProductChange } from './propose-product-change.ts';

export interface ProductRouteDependencies extends AskDependencies {
  readonly offers: Pick<ProductOffers, 'changes' | 'prizeTables'>;
  readonly ledger: Pick<LedgerReader, 'houseBalances'>;
}

export function productRoutes(dependencies: ProductRouteDependencies): readonly Binding[] {
  return bindAll('products', contract, {
    listOffers: () => listOffers(dependencies),
    listProductChanges: (input) => listProductChanges(dependencies, input),
    proposeBands: (input, { operator }) => proposeBands(dependencies, input, operator),
    proposeCause: (input, { operator }) => proposeCause(dependencies, input, operator),
    proposePrizes: (input, { operator }) => proposePrizes(dependencies, input, operator),
    proposeProductChange: (input, { operator }) => proposeProductChange(dependencies, input, operator),
  });
}
