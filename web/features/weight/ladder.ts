import type { Usdt } from '#core/money/amount.ts';
import type { PlanLevel } from '#core/plans/terms.ts';
import { activationPoints } from '#core/weight/rules.ts';

/** What a score unlocks: the activation, or a level with its leverage. */
export interface Rung {
  readonly weightMin: number;
  /** Null for the activation. */
  readonly level: Pick<PlanLevel, 'id' | 'leverageMax'> | null;
  readonly isReached: boolean;
}

export interface Ladder {
  /** Ascending. */
  readonly rungs: readonly Rung[];
  /** Index of the highest rung reached. */
  readonly reached: number;
  /** Progress from that rung to the next, 0 to below 1; 0 at the top. */
  readonly onTheWay: number;
  /** The next level, its missing points and what must be available to take it; null at the top. */
  readonly next: { readonly level: number; readonly points: number; readonly amountMin: Usdt } | null;
}

/** A level as far as the ladder shows it. */
export type LadderLevel = Pick<PlanLevel, 'id' | 'leverageMax' | 'weightMin' | 'amountMin'>;

/** A score's position among what it unlocks: of the levels those that are open. */
export function ladderOf(levels: readonly LadderLevel[], score: number): Ladder {
  const rungs = [
    { weightMin: activationPoints, level: null },
    ...levels.map(({ id, leverageMax, weightMin }) => ({ weightMin, level: { id, leverageMax } })),
  ]
    .sort((one, other) => one.weightMin - other.weightMin)
    .map((rung) => ({ ...rung, isReached: rung.weightMin <= score }));
  const reached = rungs.findLastIndex(({ isReached }) => isReached);
  const [from, to] = [rungs[reached]?.weightMin ?? 0, rungs[reached + 1]?.weightMin ?? null];
  const nextLevel = levels
    .toSorted((one, other) => one.weightMin - other.weightMin)
    .find(({ weightMin }) => weightMin > score);
  return {
    rungs,
    reached,
    onTheWay: to === null ? 0 : (score - from) / (to - from),
    next: nextLevel
      ? { level: nextLevel.id, points: nextLevel.weightMin - score, amountMin: nextLevel.amountMin }
      : null,
  };
}
