import * as contract from '#contract/financing.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getFinancingLog } from './get-financing-log.ts';
import { listHoldings } from './list-holdings.ts';
import { listProducts } from './list-products.ts';
import { quoteFinancing } from './quote-financing.ts';
import { redeem } from './redeem.ts';
import { type SubscribeDependencies, subscribe } from './subscribe.ts';

export interface FinancingRoutesDependencies extends SubscribeDependencies {
  readonly ledger: Ledger;
}

export function financingRoutes(dependencies: FinancingRoutesDependencies): readonly Binding[] {
  return bindAll('financing', contract, {
    listProducts: () => listProducts(dependencies),
    quoteFinancing: (input) => quoteFinancing(dependencies, input),
    subscribe: (input, { member, idempotencyKey }) => subscribe(dependencies, member.memberId, input, idempotencyKey),
    listHoldings: ({ status, before, holding }, { member }) =>
      listHoldings(dependencies, member.memberId, status ?? null, before ?? null, holding ?? null),
    redeem: ({ holding }, { member }) => redeem(dependencies, member.memberId, holding),
    getFinancingLog: (_, { member }) => getFinancingLog(dependencies, member),
  });
}
