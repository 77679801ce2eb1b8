import type { Kysely } from 'kysely';
import type { Withdrawal } from '#contract/withdrawals.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { requireReceipt } from '#server/ledger/request-once.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endWithdrawal } from './end-withdrawal.ts';
import { isInReview, withdrawalRecord } from './withdrawal-record.ts';
import { findWithdrawal } from './withdrawal-store.ts';
import { returnOf } from './withdrawal-transfers.ts';

export interface CancelWithdrawalDependencies {
  readonly tables: Kysely<unknown>;
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
}

/** Cancels a withdrawal in review. Idempotent. */
export async function cancelWithdrawal(
  { tables, ledger, memberEvents }: CancelWithdrawalDependencies,
  memberId: bigint,
  id: string,
): Promise<Withdrawal> {
  const before = await findWithdrawal(tables, memberId, id);
  if (!before) throw new Refusal('withdrawalUnknown');
  const end = returnOf(before, { state: 'cancelled' });
  const isCancelled = isInReview(before) && (await endWithdrawal(ledger, end));
  if (isCancelled) await memberEvents.publish(memberId, { name: 'withdrawal', value: { id, state: 'cancelled' } });
  const after = await findWithdrawal(tables, memberId, id);
  if (after?.state !== 'cancelled') throw new Refusal('withdrawalNotCancellable');
  if (!isCancelled) await requireReceipt(ledger, end.key);
  return withdrawalRecord(after);
}
