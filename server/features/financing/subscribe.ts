import type pg from 'pg';
import type { Holding, subscribe as operation } from '#contract/financing.ts';
import type { InputOf } from '#contract/operation.ts';
import { fullInterest, maturesAt } from '#core/financing/interest.ts';
import { holdingsRunningMax } from '#core/limits/business-limits.ts';
import { isStale } from '#server/ledger/failures.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';
import { type RequestIdentity, refusalOfTransfer, requestOnce } from '#server/ledger/request-once.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { subscriptionOf, yieldAccount } from './financing-transfers.ts';
import { holdingRecord } from './holding-record.ts';
import { findHolding, runningHoldings } from './holding-store.ts';
import { requireProduct } from './require-product.ts';

export interface SubscribeDependencies {
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly pool: pg.Pool;
  readonly clock: { now(): number };
  readonly offers: Pick<ProductOffers, 'changes'>;
  isFrozen(memberId: bigint): Promise<boolean>;
}

export type SubscriptionRequest = InputOf<typeof operation>;

/**
 * Buys a holding. A repeated request (same member, same key) returns the holding of the first one, even if it would now be
 * refused.
 */
export async function subscribe(
  dependencies: SubscribeDependencies,
  memberId: bigint,
  subscription: SubscriptionRequest,
  idempotencyKey: string | null,
): Promise<Holding> {
  const id = await requestOnce(
    dependencies.ledger,
    {
      idempotencyKey,
      input: { product: subscription.product, amount: subscription.amount },
      transferKey: (requestKey) => `financing:${memberId}:${requestKey}:subscribe`,
    },
    (identity) => buy(dependencies, memberId, subscription, identity),
    async (earlier) => earlier,
  );
  return await recordOf(dependencies, memberId, id);
}

async function buy(
  dependencies: SubscribeDependencies,
  memberId: bigint,
  { product: productId, amount, rate }: SubscriptionRequest,
  identity: RequestIdentity,
): Promise<string> {
  const now = Math.trunc(dependencies.clock.now());
  const changes = dependencies.offers.changes();
  const { id: product, minimum: _least, maximum: _most, ...terms } = requireProduct(productId, amount, now, changes);
  if (rate !== undefined && rate !== terms.dailyRatePpm) throw new Refusal('productRateChanged');
  await requireNotFrozen(dependencies, memberId);
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
  await requireRoomForHolding(dependencies.pool, memberId);
  const outcome = await submit(dependencies, subscriptionOf(holding, identity), memberId);
  if (outcome.status === 'refused') {
    const isYieldSpent = outcome.reason === 'insufficientFunds' && outcome.account === yieldAccount;
    throw isYieldSpent ? new Refusal('productClosed') : refusalOfTransfer(outcome);
  }
  return outcome.reference;
}

async function submit(dependencies: SubscribeDependencies, submission: Submission, memberId: bigint) {
  const { ledger, pool } = dependencies;
  try {
    return await ledger.submit(submission);
  } catch (error) {
    // Another request froze the account, or took the last place.
    if (isStale(error)) {
      await requireNotFrozen(dependencies, memberId);
      await requireRoomForHolding(pool, memberId);
    }
    throw error;
  }
}

async function requireNotFrozen({ isFrozen }: SubscribeDependencies, memberId: bigint): Promise<void> {
  if (await isFrozen(memberId)) throw new Refusal('accountFrozen');
}

async function requireRoomForHolding(pool: pg.Pool, memberId: bigint): Promise<void> {
  const { count, firstMaturesAt } = await runningHoldings(pool, memberId);
  if (count < holdingsRunningMax || firstMaturesAt === null) return;
  throw new Refusal('holdingsRunning', { count: holdingsRunningMax, until: { at: firstMaturesAt } });
}

async function recordOf({ pool, clock }: SubscribeDependencies, memberId: bigint, id: string): Promise<Holding> {
  const holding = await findHolding(pool, memberId, id);
  if (!holding) throw new Error(`holding ${id} of member ${memberId} was bought and is not there`);
  return holdingRecord(holding, clock.now());
}
