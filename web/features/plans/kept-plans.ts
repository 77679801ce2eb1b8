import { get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import { getMarketStatus, type MarketStatus } from '#contract/market.ts';
import { getPlan, planProof } from '#contract/plans-proof.ts';
import { call } from '#web/platform/api/call.ts';
import { deviceDatabase } from '#web/platform/session/device-database.ts';
import type { ClockReading } from './clock-drift.ts';
import type { SentPlan } from './sent-plan.ts';

const store = deviceDatabase('clearlot-plans', 'placed');

const keptPlan = z.object({
  plan: planProof.shape.plan,
  coin: planProof.shape.coin,
  amount: planProof.shape.amount,
  terms: planProof.shape.terms,
  level: z.optional(z.int()),
  notBefore: z.optional(z.number()),
  startsAt: z.optional(planProof.shape.startsAt),
  market: z.optional(planProof.shape.market),
  marketHash: z.optional(planProof.shape.marketHash),
  clock: z.optional(z.object({ product: z.number(), speed: z.number(), wall: z.number() })),
});

/**
 * Keeps on this phone what it sent to place a plan, then what the receipt bound the plan to and the product clock, each once: what is kept is
 * never replaced. Throws what `call` throws, and where the phone's store refuses; a retry resumes there.
 */
export async function keepPlan(id: string, sent: SentPlan): Promise<void> {
  const before = (await get(id, store)) as unknown;
  if (isWhole(before)) return;
  // Of two tabs that keep it at once, the first one counts.
  await update(id, (stored: unknown) => stored ?? z.encode(keptPlan, { plan: id, ...sent }), store);
  const [{ startsAt, market, marketHash }, status] = await Promise.all([call(getPlan, { plan: id }), readStatus()]);
  await update(
    id,
    (stored: unknown) => {
      const read = z.safeDecode(keptPlan, stored as never);
      if (!read.success || isWhole(stored)) return stored;
      const whole = z.encode(keptPlan, { ...read.data, startsAt, market, marketHash, clock: clockIn(status) });
      // With what a newer page of this phone has kept beside it.
      return { ...(stored as object), ...whole };
    },
    store,
  );
}

const isWhole = (stored: unknown): boolean => typeof stored === 'object' && stored !== null && 'marketHash' in stored;

/** What the market says of itself, and this phone's time then. Throws what `call` throws. */
export async function readStatus(): Promise<MarketStatus & Pick<ClockReading, 'wall'>> {
  const status = await call(getMarketStatus, {});
  return { ...status, wall: Date.now() };
}

/** The product clock as the server had it. */
export function clockIn({ now, clockSpeed, wall }: Awaited<ReturnType<typeof readStatus>>): ClockReading {
  return { product: now, speed: clockSpeed, wall };
}

/** What this phone kept when the plan was placed, and the product clock then; null where it keeps nothing of it, or cannot read it. */
export async function keptPlanOf(id: string) {
  const stored: unknown = await get(id, store).catch(() => undefined);
  const read = z.safeDecode(keptPlan, stored as never);
  if (!read.success) return null;
  const { clock = null, ...plan } = read.data;
  return { plan, clock };
}
