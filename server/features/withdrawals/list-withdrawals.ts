import { pageSize } from '#contract/fields.ts';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withdrawalRecord } from './withdrawal-record.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

/** The member's withdrawals, newest first, a page from the one after `before` on. */
export async function listWithdrawals(
  store: WithdrawalStore,
  memberId: bigint,
  before: string | null,
): Promise<Withdrawal[]> {
  if (before !== null && !(await store.find(memberId, before))) throw new Refusal('withdrawalUnknown');
  return (await store.list(memberId, before, pageSize)).map(withdrawalRecord);
}
