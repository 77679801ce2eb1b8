import type { Deposit } from '#contract/deposits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositRecord } from './deposit-record.ts';
import type { DepositStore } from './deposit-store.ts';

/** One deposit of the member. */
export async function getDeposit(
  store: DepositStore,
  rail: Pick<DepositRail, 'channels'>,
  memberId: bigint,
  id: string,
): Promise<Deposit> {
  const deposit = await store.find(memberId, id);
  if (!deposit) throw new Refusal('depositUnknown');
  return depositRecord(deposit, rail);
}
