import type { Holding } from '#contract/financing.ts';
import { daysEarned } from '#core/financing/interest.ts';
import { requireReceipt } from '#server/ledger/request-once.ts';
import { overtaken, retryWhenStale } from '#server/ledger/retry-when-stale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endHolding } from './end-holding.ts';
import { endKeyOf, maturityOf, redemptionOf } from './financing-transfers.ts';
import { holdingRecord } from './holding-record.ts';
import { findHolding, type StoredHolding } from './holding-store.ts';
import type { SubscribeDependencies } from './subscribe.ts';

type RedeemDependencies = Omit<SubscribeDependencies, 'offers'>;

/** Redeems a holding early. Idempotent; a holding that has matured is paid in full instead. */
export async function redeem(dependencies: RedeemDependencies, memberId: bigint, id: string): Promise<Holding> {
  const { pool, ledger, clock } = dependencies;
  let isEnded = false;
  // Still running after an attempt: another day has become full meanwhile, or the account is frozen.
  const after = await retryWhenStale(async () => {
    const holding = await findHolding(pool, memberId, id);
    if (!holding) throw new Refusal('holdingUnknown');
    if (holding.state !== 'running') return holding;
    if (await dependencies.isFrozen(memberId)) throw new Refusal('accountFrozen');
    isEnded = await endHolding(ledger, endAt(holding, clock.now()));
    const ended = await findHolding(pool, memberId, id);
    return ended?.state === 'running' ? overtaken : ended;
  });
  if (after?.state !== 'redeemed') throw new Refusal('holdingMatured');
  if (!isEnded) await requireReceipt(ledger, endKeyOf(after, 'redeemed'));
  return holdingRecord(after, clock.now());
}

function endAt(holding: StoredHolding, now: number) {
  const { terms, subscribedAt, maturesAt } = holding;
  if (now >= maturesAt) return maturityOf(holding);
  return redemptionOf(holding, daysEarned(terms, subscribedAt, now));
}
