import type { Kysely } from 'kysely';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withdrawalRecord } from './withdrawal-record.ts';
import { findWithdrawal } from './withdrawal-store.ts';

/** One withdrawal of the member. */
export async function getWithdrawal(tables: Kysely<unknown>, memberId: bigint, id: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(tables, memberId, id);
  if (!withdrawal) throw new Refusal('withdrawalUnknown');
  return withdrawalRecord(withdrawal);
}
