import type { Kysely } from 'kysely';
import { runPlan } from '#core/plans/engine.ts';
import { planResultHash } from '#core/rewards/result-hash.ts';
import { findPlan, readCandles } from './plan-store.ts';

/** Fingerprint of the result of a settled plan of the member; null where there is none, and of a void plan. */
export async function resultHashOf(tables: Kysely<unknown>, memberId: bigint, id: string): Promise<string | null> {
  const { group, income, outcome } = (await findPlan(tables, memberId, id)) ?? {};
  // A void plan has no result that a phone could have computed.
  if (!group || !outcome || income == null || outcome.end === 'void') return null;
  const { end, candlesHash } = outcome;
  const { terms } = group;
  const { rounds } = runPlan(terms, await readCandles(tables, candlesHash));
  return planResultHash({ plan: id, candlesHash, leverage: terms.leverage, end, income, rounds });
}
