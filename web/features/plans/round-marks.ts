import type { PlanDetail } from '#contract/plans-proof.ts';

/** A plan's rounds as chart markers. */
export function roundMarks(rounds: PlanDetail['rounds']) {
  return rounds.map(({ openTime, direction, result }) => ({
    openTime,
    direction,
    result: direction === 0 ? ('none' as const) : result > 0 ? ('up' as const) : ('down' as const),
  }));
}
