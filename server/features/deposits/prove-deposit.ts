import type { Deposit, proveDeposit as operation } from '#contract/deposits.ts';
import type { InputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { depositRecord } from './deposit-record.ts';
import { addImage, findDeposit, type StoredDeposit } from './deposit-store.ts';
import type { RequestDepositDependencies } from './request-deposit.ts';

/** Adds a proof to a deposit of the member that is not over and has none. The same again changes nothing. */
export async function proveDeposit(
  { tables, rail, images }: Pick<RequestDepositDependencies, 'tables' | 'rail' | 'images'>,
  memberId: bigint,
  { deposit: id, image }: InputOf<typeof operation>,
): Promise<Deposit> {
  const proven = await tables.transaction().execute(async (transaction) => {
    const before = requireProvable(await findDeposit(transaction, memberId, id), image);
    if (before.image !== null) return before;
    await images.give(transaction, memberId, image, `proof of ${id}`);
    await addImage(transaction, memberId, id, image);
    return { ...before, image };
  });
  return depositRecord(proven, rail);
}

function requireProvable(deposit: StoredDeposit | null, image: string): StoredDeposit {
  if (!deposit) throw new Refusal('depositUnknown');
  if (deposit.image === image) return deposit;
  if (deposit.image !== null) throw new Refusal('depositProven');
  if (deposit.state === 'confirmed' || deposit.state === 'rejected') throw new Refusal('depositEnded');
  return deposit;
}
