import type { PlanDetail } from '#contract/plans-proof.ts';
import { intervalMs } from '#core/market/candle.ts';

/** When the candle of the next round closes, without market gaps; product time in milliseconds. */
export function nextResultAt({
  rounds,
  startsAt,
  terms,
}: {
  readonly rounds: readonly Pick<PlanDetail['rounds'][number], 'openTime'>[];
  readonly startsAt: number;
  readonly terms: Pick<PlanDetail['terms'], 'interval'>;
}): number {
  const length = intervalMs[terms.interval];
  const last = rounds.at(-1);
  return last ? last.openTime + 2 * length : startsAt + length;
}

/** When the last round of a running plan closes, as long as the market goes on without gaps; product time in milliseconds. */
export function lastResultAt(
  detail: Parameters<typeof nextResultAt>[0] & { readonly plan: Pick<PlanDetail['plan'], 'roundsTotal'> },
): number {
  const left = Math.max(0, detail.plan.roundsTotal - detail.rounds.length - 1);
  return nextResultAt(detail) + left * intervalMs[detail.terms.interval];
}
