import type { Withdrawal } from '#contract/withdrawals.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withdrawalRecord } from './withdrawal-record.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

/** One withdrawal of the member. */
export async function getWithdrawal(store: WithdrawalStore, memberId: bigint, id: string): Promise<Withdrawal> {
  const withdrawal = await store.find(memberId, id);
  if (!withdrawal) throw new Refusal('withdrawalUnknown');
  return withdrawalRecord(withdrawal);
}
