import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withdrawalRecord } from './withdrawal-record.ts';
import { findWithdrawal, withdrawalsOf } from './withdrawal-store.ts';

/** The member's withdrawals, newest first, a page of those before `before`. */
export async function listWithdrawals(
  tables: Kysely<unknown>,
  memberId: bigint,
  before: string | null,
): Promise<Withdrawal[]> {
  if (before !== null && !(await findWithdrawal(tables, memberId, before))) throw new Refusal('withdrawalUnknown');
  return (await withdrawalsOf(tables, memberId, before, pageSize)).map(withdrawalRecord);
}
