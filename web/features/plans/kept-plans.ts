import { createStore, get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import { getMarketStatus } from '#contract/market.ts';
import type { Plan } from '#contract/plan-record.ts';
import { getPlan, planProof } from '#contract/plans-proof.ts';
import { call } from '#web/platform/api/call.ts';
import type { ClockReading } from './clock-drift.ts';
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
  clock: z.optional(z.strictObject({ product: z.number(), speed: z.number(), wall: z.number() })),
});

/** Keeps on this phone what a plan was bound to, right after it was placed and once: what is kept is never replaced. */
export async function keepPlan({ id, coin, amount }: Plan): Promise<void> {
  if ((await get(id, store)) !== undefined) return;
  const [{ terms, startsAt, market, marketHash }, clock] = await Promise.all([
    call(getPlan, { plan: id }),
    readClock(),
  ]);
  const kept = { plan: id, coin, amount, terms, startsAt, market, marketHash, clock };
  // Of two tabs that keep it at once, the first one counts.
  await update(id, (before: unknown) => before ?? z.encode(keptPlan, kept), store);
}

/** The product clock as the server has it now. Throws what `call` throws. */
export async function readClock(): Promise<ClockReading> {
  const { now, clockSpeed } = await call(getMarketStatus, {});
  return { product: now, speed: clockSpeed, wall: Date.now() };
}

/** A plan as this phone kept it when it was placed, and the product clock then. */
interface Kept {
  readonly plan: KeptPlan;
  readonly clock: ClockReading | null;
}

/** What this phone kept when the plan was placed; null where it keeps nothing of it, or cannot read it. */
export async function keptPlanOf(id: string): Promise<Kept | null> {
  const stored: unknown = await get(id, store).catch(() => undefined);
  const read = z.safeDecode(keptPlan, stored as never);
  if (!read.success) return null;
  const { clock = null, ...plan } = read.data;
  return { plan, clock };
}
