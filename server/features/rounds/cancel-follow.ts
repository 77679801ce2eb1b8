import type { Kysely } from 'kysely';
import type { Follow } from '#contract/round-records.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { requireReceipt } from '#server/ledger/request-once.ts';
import { overtaken, retryWhenStale } from '#server/ledger/retry-when-stale.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { followRecord } from './list-follows.ts';
import { findFollow } from './order-store.ts';
import { followEndOf } from './round-transfers.ts';

export interface CancelDependencies {
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly tables: Kysely<unknown>;
}

/**
 * Ends a follow and returns what is reserved for the rounds to come; the order that is placed stays. A repeated request returns the
 * cancelled follow.
 */
export async function cancelFollow(
  { ledger, tables }: CancelDependencies,
  memberId: bigint,
  id: string,
): Promise<Follow> {
  // An order of the follow can be placed or paid between reading and committing.
  return await retryWhenStale(async () => {
    const follow = await findFollow(tables, memberId, id);
    if (!follow) throw new Refusal('followUnknown');
    if (follow.end === 'cancelled') {
      await requireReceipt(ledger, followEndOf(follow, 'cancelled').key);
      return followRecord(follow);
    }
    if (follow.end !== null || follow.placed === follow.rounds) throw new Refusal('followEnded');
    const outcome = await ledger.submit(followEndOf(follow, 'cancelled'));
    if (outcome.status !== 'refused') return followRecord({ ...follow, end: 'cancelled' });
    if (outcome.reason === 'keyConflict' || outcome.reason === 'insufficientFunds') return overtaken;
    throw new Error(`follow ${id} was not ended: ${outcome.reason}`);
  });
}
