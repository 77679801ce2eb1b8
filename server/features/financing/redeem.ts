import type { Holding } from '#contract/financing.ts';
import { daysEarned } from '#core/financing/interest.ts';
import { requireReceipt } from '#server/ledger/request-once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endHolding } from './end-holding.ts';
import { endKeyOf, maturityOf, redemptionOf } from './financing-transfers.ts';
import { holdingRecord } from './holding-record.ts';
import { findHolding, type StoredHolding } from './holding-store.ts';
import type { SubscribeDependencies } from './subscribe.ts';

type RedeemDependencies = Omit<SubscribeDependencies, 'offers'>;

const attemptsMax = 3;

/** Redeems a holding early. Idempotent; a holding that has matured is paid in full instead. */
export async function redeem(dependencies: RedeemDependencies, memberId: bigint, id: string): Promise<Holding> {
  const { pool, ledger, clock } = dependencies;
  let after = await findHolding(pool, memberId, id);
  if (!after) throw new Refusal('holdingUnknown');
  let isEnded = false;
  // Still running after the first attempt: another day has become full meanwhile, or the account is frozen.
  for (let attempt = 0; attempt < attemptsMax && after?.state === 'running'; attempt++) {
    if (await dependencies.isFrozen(memberId)) throw new Refusal('accountFrozen');
    isEnded = await endHolding(ledger, endAt(after, clock.now()));
    after = await findHolding(pool, memberId, id);
  }
  if (after?.state === 'running') throw new Error(`holding ${id} of member ${memberId} could not be ended`);
  if (after?.state !== 'redeemed') throw new Refusal('holdingMatured');
  if (!isEnded) await requireReceipt(ledger, endKeyOf(after, 'redeemed'));
  return holdingRecord(after, clock.now());
}

function endAt(holding: StoredHolding, now: number) {
  const { terms, subscribedAt, maturesAt } = holding;
  if (now >= maturesAt) return maturityOf(holding);
  return redemptionOf(holding, daysEarned(terms, subscribedAt, now));
}
