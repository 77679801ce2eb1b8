import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import * as contract from '#contract/financing.ts';
import type { PinnedObject } from '#contract/support-schemas.ts';
import { fundOnce } from '#server/ledger/fund-once.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberObjects } from '#server/platform/member-objects.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import type { SecurityGuards } from '#server/platform/reauthentication.ts';
import { fundingOf } from './financing-transfers.ts';
import { getFinancingLog } from './get-financing-log.ts';
import { findHolding, holdingsOf, type StoredHolding } from './holding-store.ts';
import { listHoldings } from './list-holdings.ts';
import { listProducts } from './list-products.ts';
import { pollMaturities } from './mature-holdings.ts';
import { quoteFinancing } from './quote-financing.ts';
import { redeem } from './redeem.ts';
import { subscribe } from './subscribe.ts';

export interface FinancingDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly clock: ProductClock;
  readonly offers: Pick<ProductOffers, 'changes'>;
  readonly identity: Pick<SecurityGuards, 'isFrozen'>;
  readonly log: Log;
}

export type FinancingFeature = Feature & MemberObjects;

const objectOf = (holding: StoredHolding): PinnedObject => {
  const { id, amount, state, interest: income, product: detail, subscribedAt: at } = holding;
  return { kind: 'holding', id, amount, state, income, detail, at };
};

/** Financing products, their funds, and the poll that pays matured holdings. */
export async function openFinancing({ identity, ...dependencies }: FinancingDependencies): Promise<FinancingFeature> {
  await fundOnce(dependencies.ledger, fundingOf());
  const own = { ...dependencies, isFrozen: identity.isFrozen };
  const polling = pollMaturities(own);
  return {
    bindings: bindAll('financing', contract, {
      listProducts: () => listProducts(own),
      quoteFinancing: (input) => quoteFinancing(own, input),
      subscribe: (input, { member, idempotencyKey }) => subscribe(own, member.memberId, input, idempotencyKey),
      listHoldings: ({ status, before, holding }, { member }) =>
        listHoldings(own, member.memberId, status ?? null, before ?? null, holding ?? null),
      redeem: ({ holding }, { member }) => redeem(own, member.memberId, holding),
      getFinancingLog: (_, { member }) => getFinancingLog(own, member),
    }),
    async pinned(memberId, id) {
      const holding = await findHolding(dependencies.pool, memberId, id);
      return holding && objectOf(holding);
    },
    async listed(memberId, before) {
      return (await holdingsOf(dependencies.pool, memberId, null, before, pageSize)).map(objectOf);
    },
    close: () => polling.stop(),
  };
}
