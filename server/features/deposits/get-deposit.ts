import type { Kysely } from 'kysely';
import type { Deposit } from '#contract/deposits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositRecord } from './deposit-record.ts';
import { findDeposit } from './deposit-store.ts';

/** One deposit of the member. */
export async function getDeposit(
  tables: Kysely<unknown>,
  rail: Pick<DepositRail, 'channels'>,
  memberId: bigint,
  id: string,
): Promise<Deposit> {
  const deposit = await findDeposit(tables, memberId, id);
  if (!deposit) throw new Refusal('depositUnknown');
  return depositRecord(deposit, rail);
}
