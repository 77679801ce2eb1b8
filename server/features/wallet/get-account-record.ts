import type pg from 'pg';
import type { OutputOf } from '#contract/operation.ts';
import type { getAccountRecord as operation } from '#contract/wallet.ts';
import { findTransfer } from '#server/ledger/statement.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** The transfer of a member's record, with all its postings. */
export async function getAccountRecord(
  pool: pg.Pool,
  memberId: bigint,
  transfer: string,
): Promise<OutputOf<typeof operation>> {
  const found = await findTransfer(pool, memberId, BigInt(transfer));
  if (!found) throw new Refusal('recordUnknown');
  return { transfer, ...found, postings: [...found.postings] };
}
