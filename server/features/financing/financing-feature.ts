import type pg from 'pg';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import { fundingOf } from './financing-transfers.ts';

import { pollMaturities } from './mature-holdings.ts';
import { financingRoutes } from './routes.ts';

export interface FinancingDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly clock: ProductClock;
  readonly identity: { isFrozen(memberId: bigint): Promise<boolean> };
  readonly log: Log;
}

/** Financing products, their funds, and the poll that pays matured holdings. */
export async function openFinancing({ identity, ...dependencies }: FinancingDependencies): Promise<Feature> {
  await fundYield(dependencies.ledger);
  const own = { ...dependencies, isFrozen: identity.isFrozen };
  const polling = pollMaturities(own);
  return { bindings: financingRoutes(own), close: () => polling.stop() };
}

/** Once per database, by the first node. */
export async function fundYield(ledger: Pick<Ledger, 'submit'>): Promise<void> {
  const outcome = await ledger.submit(fundingOf());
  // Funded before with a different amount, which stays.
  if (outcome.status === 'refused' && outcome.reason !== 'keyConflict') {
    throw new Error(`the funds for interest were refused: ${outcome.reason}`);
  }
}
