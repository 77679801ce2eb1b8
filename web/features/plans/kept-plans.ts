import { createStore, get, set } from 'idb-keyval';
import * as z from 'zod/mini';
import { type Plan, planProof } from '#contract/plan-record.ts';
import { getPlan } from '#contract/plans.ts';
import { call } from '#web/platform/api/call.ts';
import type { KeptPlan } from './plan-proof.ts';

const store = createStore('clearlot-plans', 'placed');

const keptPlan = z.strictObject({
  plan: planProof.shape.plan,
  coin: planProof.shape.coin,
  amount: planProof.shape.amount,
  terms: planProof.shape.terms,
  startsAt: planProof.shape.startsAt,
  market: planProof.shape.market,
  marketHash: planProof.shape.marketHash,
});

/** Keeps on this phone what a plan was bound to, right after it was placed and once: what is kept is never replaced. */
export async function keepPlan({ id, coin, amount }: Plan): Promise<void> {
  if ((await get(id, store)) !== undefined) return;
  const { terms, startsAt, market, marketHash } = await call(getPlan, { plan: id });
  const kept: KeptPlan = { plan: id, coin, amount, terms, startsAt, market, marketHash };
  await set(id, z.encode(keptPlan, kept), store);
}

/** What this phone kept when the plan was placed; null where it keeps nothing of it, or cannot read it. */
export async function keptPlanOf(id: string): Promise<KeptPlan | null> {
  const stored: unknown = await get(id, store).catch(() => undefined);
  const read = z.safeDecode(keptPlan, stored as never);
  return read.success ? read.data : null;
}
