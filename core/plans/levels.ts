import { type Usdt, usdt } from '#core/money/amount.ts';
import { validateLevels } from './level-rules.ts';
import type { PlanLevel, PlanTerms } from './terms.ts';

/** Levels that hold from a moment on, until the next set's. A plan keeps the terms it was placed with. */
export interface LevelSet {
  /** Milliseconds since 1970 UTC. */
  readonly effectiveFrom: number;
  readonly levels: readonly PlanLevel[];
}

/**
 * What an order that fills at once pays: 0.05 % of the notional, Binance's rate of a regular user's taker orders on perpetual futures. The
 * levels charge 0.02 %, the same schedule's rate of resting (maker) orders, although every round fills at its open.
 */
export const takerFeeRate = 0.0005;

/** End of a weight band that has none. */
export const weightUnbounded = Number.MAX_SAFE_INTEGER;

/** Every set of levels so far, by the time it takes effect; later sets are added at the end. */
export const levelSets: readonly LevelSet[] = loadLevelSets([
  {
    effectiveFrom: 0,
    levels: [
      level(1, [0, 499], [10, 500], 5, { strategy: 'trend-1', rounds: 12, maximumProfit: 0.05, maximumLoss: 0.03 }),
      level(2, [500, 1_999], [50, 2_000], 10, {
        strategy: 'reversion-1',
        rounds: 12,
        maximumProfit: 0.07,
        maximumLoss: 0.05,
      }),
      level(3, [2_000, 4_999], [200, 5_000], 15, {
        strategy: 'trend-1',
        rounds: 12,
        maximumProfit: 0.1,
        maximumLoss: 0.06,
      }),
      level(4, [5_000, 9_999], [500, 20_000], 20, {
        strategy: 'reversion-1',
        rounds: 12,
        maximumProfit: 0.14,
        maximumLoss: 0.1,
      }),
      level(5, [10_000, weightUnbounded], [1_000, 50_000], 25, {
        strategy: 'trend-1',
        rounds: 24,
        maximumProfit: 0.2,
        maximumLoss: 0.12,
      }),
    ],
  },
]);

/** The levels that hold at a moment (ms). Throws a RangeError before the first set. */
export function levelsAt(timeMs: number, sets: readonly LevelSet[] = levelSets): readonly PlanLevel[] {
  const current = sets.findLast(({ effectiveFrom }) => effectiveFrom <= timeMs);
  if (!current) throw new RangeError(`no plan levels at ${timeMs}`);
  return current.levels;
}

/** Terms of a plan placed on this level. */
export function termsOf({ terms }: PlanLevel, leverage: number): PlanTerms {
  return { ...terms, leverage };
}

/** What a member lacks for a level: weight score, available quota, or both. */
export type Lacking = 'weight' | 'available';

/**
 * Whether a member may take the level at place `index` of the list. The first is open to all; another asks for its weight
 * score and for its least amount in the available quota, and the result says which of them is lacking.
 */
export function canTake(
  level: PlanLevel,
  index: number,
  weight: number,
  available: Usdt,
): { readonly allowed: boolean; readonly lacking: readonly Lacking[] } {
  const lacking: Lacking[] = [];
  if (index > 0 && weight < level.weightMin) lacking.push('weight');
  if (index > 0 && available < level.amountMin) lacking.push('available');
  return { allowed: lacking.length === 0, lacking };
}

/** Highest leverage that a weight score unlocks: that of the highest band it has reached. It holds on every level. */
export function leverageUnlocked(levels: readonly PlanLevel[], weight: number): number {
  return levels.findLast(({ weightMin }) => weightMin <= weight)?.leverageMax ?? 1;
}

/** Returns the sets unchanged. Throws an Error that lists every problem found. */
export function loadLevelSets(sets: readonly LevelSet[]): readonly LevelSet[] {
  const problems = sets.flatMap(({ effectiveFrom, levels }, place) => {
    const before = sets[place - 1];
    const order = before && before.effectiveFrom >= effectiveFrom ? ['takes effect no later than the set before'] : [];
    return [...order, ...validateLevels(levels)].map((problem) => `set from ${effectiveFrom}: ${problem}`);
  });
  if (problems.length > 0) throw new Error(`plan levels refused:\n${problems.join('\n')}`);
  return sets;
}

function level(
  id: number,
  [weightMin, weightMax]: readonly [number, number],
  [amountMin, amountMax]: readonly [number, number],
  leverageMax: number,
  terms: Pick<PlanTerms, 'strategy' | 'rounds' | 'maximumProfit' | 'maximumLoss'>,
): PlanLevel {
  return {
    id,
    weightMin,
    weightMax,
    amountMin: usdt(BigInt(amountMin) * 1_000_000n),
    amountMax: usdt(BigInt(amountMax) * 1_000_000n),
    leverageMax,
    terms: { engine: 1, interval: '5m', feeRate: 0.0002, ...terms },
  };
}
