import type pg from 'pg';
import { fundOnce } from '#server/ledger/fund-once.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { fundingOf } from './financing-transfers.ts';

import { pollMaturities } from './mature-holdings.ts';
import { financingRoutes } from './routes.ts';

export interface FinancingDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly clock: ProductClock;
  readonly offers: Pick<ProductOffers, 'changes'>;
  readonly identity: { isFrozen(memberId: bigint): Promise<boolean> };
  readonly log: Log;
}

/** Financing products, their funds, and the poll that pays matured holdings. */
export async function openFinancing({ identity, ...dependencies }: FinancingDependencies): Promise<Feature> {
  await fundOnce(dependencies.ledger, fundingOf());
  const own = { ...dependencies, isFrozen: identity.isFrozen };
  const polling = pollMaturities(own);
  return { bindings: financingRoutes(own), close: () => polling.stop() };
}
