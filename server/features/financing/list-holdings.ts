import { pageSize } from '#contract/fields.ts';
import type { Holding, HoldingState } from '#contract/financing.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { holdingRecord } from './holding-record.ts';
import type { HoldingStore } from './holding-store.ts';

/** The member's holdings, newest first, a page from the one after `before` on. */
export async function listHoldings(
  { store, clock }: { readonly store: Pick<HoldingStore, 'find' | 'list'>; readonly clock: { now(): number } },
  memberId: bigint,
  state: HoldingState | null,
  before: string | null,
): Promise<Holding[]> {
  if (before !== null && !(await store.find(memberId, before))) throw new Refusal('holdingUnknown');
  const now = clock.now();
  return (await store.list(memberId, state, before, pageSize)).map((holding) => holdingRecord(holding, now));
}
