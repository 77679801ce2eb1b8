import type { OutputOf } from '#contract/operation.ts';
import type { getAccountRecord as operation } from '#contract/wallet.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RecordStore } from './record-store.ts';

/** The transfer behind a record of the member, with every posting of it. */
export async function getAccountRecord(
  store: RecordStore,
  memberId: bigint,
  transfer: string,
): Promise<OutputOf<typeof operation>> {
  const found = await store.transfer(memberId, BigInt(transfer));
  if (!found) throw new Refusal('recordUnknown');
  return { transfer, ...found, postings: [...found.postings] };
}
