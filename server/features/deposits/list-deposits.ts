import type { Kysely } from 'kysely';
import type { Deposit } from '#contract/deposits.ts';
import { pageSize } from '#contract/fields.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositRecord } from './deposit-record.ts';
import { depositsOf, findDeposit } from './deposit-store.ts';

/** The member's deposits, newest first, a page from the one after `before` on. */
export async function listDeposits(
  tables: Kysely<unknown>,
  rail: Pick<DepositRail, 'channels'>,
  memberId: bigint,
  before: string | null,
): Promise<Deposit[]> {
  if (before !== null && !(await findDeposit(tables, memberId, before))) throw new Refusal('depositUnknown');
  const deposits = await depositsOf(tables, memberId, before, pageSize);
  return deposits.map((deposit) => depositRecord(deposit, rail));
}
