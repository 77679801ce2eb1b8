import type pg from 'pg';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { reportVerification as operation } from '#contract/tasks.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { recordAct } from '#server/rewards/acts.ts';

/** Fingerprints of results as the server has them; null where there is none. */
interface ResultHashes {
  /** Of a settled plan of the member. */
  ofPlan(memberId: bigint, plan: string): Promise<string | null>;
  /** Of a round that was drawn. */
  ofRound(round: number): Promise<string | null>;
}

export interface ReportVerificationDependencies {
  readonly pool: pg.Pool;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly results: ResultHashes;
}

/** Records that the member has recomputed a result, where it is the server's. Once per result. */
export async function reportVerification(
  { pool, clock, results }: ReportVerificationDependencies,
  memberId: bigint,
  { plan, round, computed }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  // One of the two names the result.
  if ((plan === undefined) === (round === undefined)) throw new Refusal('resultUnknown');
  const known = plan === undefined ? await results.ofRound(round ?? 0) : await results.ofPlan(memberId, plan);
  if (known === null) throw new Refusal('resultUnknown');
  if (known !== computed) throw new Refusal('resultDiffers');
  const subject = plan === undefined ? `round.${round}` : `plan.${plan}`;
  const isNew = await recordAct(pool, { memberId, kind: 'resultVerified', subject, at: new Date(clock.now()) });
  return { isNew };
}
