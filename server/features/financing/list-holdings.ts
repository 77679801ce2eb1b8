import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import type { Holding, HoldingState } from '#contract/financing.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { holdingRecord } from './holding-record.ts';
import { findHolding, holdingsOf } from './holding-store.ts';

/** The member's holdings, newest first, one page after `before`; or `only` one of them. */
export async function listHoldings(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: { now(): number } },
  memberId: bigint,
  state: HoldingState | null,
  before: string | null,
  only: string | null = null,
): Promise<Holding[]> {
  const now = clock.now();
  if (only !== null) {
    const holding = await findHolding(pool, memberId, only);
    if (!holding) throw new Refusal('holdingUnknown');
    return [holdingRecord(holding, now)];
  }
  if (before !== null && !(await findHolding(pool, memberId, before))) throw new Refusal('holdingUnknown');
  return (await holdingsOf(pool, memberId, state, before, pageSize)).map((holding) => holdingRecord(holding, now));
}
