import type { PlanDetail } from '#contract/plans-proof.ts';

/** Hundredths of a percent in one. */
const shownUnits = 10_000;

const inUnits = (ratio: number): number => Math.sign(ratio) * Math.round(Math.abs(ratio) * shownUnits);

/**
 * Results of the rounds as they are printed, ratios of whole hundredths of a percent: each is what the printed running result moved by, so
 * that the printed rounds add up to the printed total. A round is at most one printed unit beside its exact result.
 */
export function shownRounds(rounds: readonly Pick<PlanDetail['rounds'][number], 'running'>[]): {
  readonly results: readonly number[];
  readonly total: number;
} {
  const running = rounds.map((round) => inUnits(round.running));
  return {
    results: running.map((units, place) => (units - (running[place - 1] ?? 0)) / shownUnits),
    total: (running.at(-1) ?? 0) / shownUnits,
  };
}
