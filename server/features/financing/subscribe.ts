import { randomUUID } from 'node:crypto';
import type { Holding, subscribe as operation } from '#contract/financing.ts';
import type { InputOf } from '#contract/operation.ts';
import { fullInterest, maturesAt } from '#core/financing/interest.ts';
import type { Outcome } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { subscriptionOf, yieldAccount } from './financing-transfers.ts';
import { holdingRecord } from './holding-record.ts';
import type { HoldingStore } from './holding-store.ts';
import { requireProduct } from './require-product.ts';

export interface SubscribeDependencies {
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly store: Pick<HoldingStore, 'find'>;
  readonly clock: { now(): number };
  isFrozen(memberId: bigint): Promise<boolean>;
}

export type SubscriptionRequest = InputOf<typeof operation>;

/**
 * Buys a holding. A repeated request (same member, same key) is answered with the holding of the first one, whatever would be refused
 * by now.
 */
export async function subscribe(
  dependencies: SubscribeDependencies,
  memberId: bigint,
  subscription: SubscriptionRequest,
  idempotencyKey: string | null,
): Promise<Holding> {
  const key = `financing:${memberId}:${idempotencyKey ?? randomUUID()}:subscribe`;
  const inputHash = inputHashOf({ product: subscription.product, amount: subscription.amount });
  try {
    return await recordOf(dependencies, memberId, await buy(dependencies, memberId, subscription, { key, inputHash }));
  } catch (error) {
    if (!(error instanceof Refusal) || idempotencyKey === null) throw error;
    const earlier = await dependencies.ledger.receiptOf(key);
    if (!earlier) throw error;
    if (earlier.inputHash !== inputHash) throw new Refusal('idempotencyKeyReused');
    return await recordOf(dependencies, memberId, earlier.reference);
  }
}

async function buy(
  dependencies: SubscribeDependencies,
  memberId: bigint,
  { product: productId, amount }: SubscriptionRequest,
  identity: { readonly key: string; readonly inputHash: string },
): Promise<string> {
  const { id: product, minimum: _least, maximum: _most, ...terms } = requireProduct(productId, amount);
  if (await dependencies.isFrozen(memberId)) throw new Refusal('accountFrozen');
  const now = Math.trunc(dependencies.clock.now());
  const holding = {
    memberId,
    id: newPublicId(now),
    product,
    terms,
    amount,
    interestReserved: fullInterest(terms, amount),
    subscribedAt: now,
    maturesAt: maturesAt(terms, now),
  };
  const outcome = await dependencies.ledger.submit(subscriptionOf(holding, identity));
  if (outcome.status === 'refused') throw refusalOf(outcome);
  return outcome.reference;
}

function refusalOf(outcome: Extract<Outcome, { readonly status: 'refused' }>): Error {
  switch (outcome.reason) {
    case 'keyConflict':
      return new Refusal('idempotencyKeyReused');
    case 'insufficientFunds':
      if (outcome.account === yieldAccount) return new Refusal('productClosed');
      return new Refusal('insufficientFunds', { available: usdt(outcome.balance) });
    case 'conditionFailed':
    case 'unknownAccount':
      return new Error(`a subscription was refused: ${outcome.reason}`);
  }
}

async function recordOf({ store, clock }: SubscribeDependencies, memberId: bigint, id: string): Promise<Holding> {
  const holding = await store.find(memberId, id);
  if (!holding) throw new Error(`holding ${id} of member ${memberId} was bought and is not there`);
  return holdingRecord(holding, clock.now());
}
