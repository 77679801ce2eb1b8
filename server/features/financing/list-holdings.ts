import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import type { Holding, HoldingState } from '#contract/financing.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { holdingRecord } from './holding-record.ts';
import { findHolding, holdingsOf } from './holding-store.ts';

/** The member's holdings, newest first, one page after `before`. */
export async function listHoldings(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: { now(): number } },
  memberId: bigint,
  state: HoldingState | null,
  before: string | null,
): Promise<Holding[]> {
  if (before !== null && !(await findHolding(pool, memberId, before))) throw new Refusal('holdingUnknown');
  const now = clock.now();
  return (await holdingsOf(pool, memberId, state, before, pageSize)).map((holding) => holdingRecord(holding, now));
}
