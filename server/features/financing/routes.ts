import { getFinancingLog, listHoldings, listProducts, quoteFinancing, redeem, subscribe } from '#contract/financing.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { getFinancingLog as readLog } from './get-financing-log.ts';
import type { HoldingStore } from './holding-store.ts';
import { listHoldings as readPage } from './list-holdings.ts';
import { listProducts as readProducts } from './list-products.ts';
import { quoteFinancing as quote } from './quote-financing.ts';
import { redeem as takeOut } from './redeem.ts';
import { subscribe as buy } from './subscribe.ts';

export interface FinancingRoutesNeeds {
  readonly ledger: Ledger;
  readonly store: HoldingStore;
  readonly clock: { now(): number };
  isFrozen(memberId: bigint): Promise<boolean>;
}

export function financingRoutes(needs: FinancingRoutesNeeds): Binding[] {
  return [
    bind(listProducts, () => readProducts(needs.ledger)),
    bind(quoteFinancing, (input) => quote(needs, input)),
    bind(subscribe, (input, { member, idempotencyKey }) => buy(needs, member.memberId, input, idempotencyKey)),
    bind(listHoldings, ({ status, before }, { member }) =>
      readPage(needs, member.memberId, status ?? null, before ?? null),
    ),
    bind(redeem, ({ holding }, { member }) => takeOut(needs, member.memberId, holding)),
    bind(getFinancingLog, (_input, { member }) => readLog(needs, member)),
  ];
}
