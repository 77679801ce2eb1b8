import { intervalMs } from '#core/market/candle.ts';
import { positionFee } from './engine.ts';
import { strategies } from './strategies/strategies.ts';
import type { PlanLevel } from './terms.ts';

/** Most rounds and highest leverage a level may set: a plan's loops and proofs stay small. */
export const roundsMax = 288;

/** The highest leverage that a level can be given, in whole times. */
export const leverageLimit = 125;

/** Largest planned amount in micro-USDT: its income is computed in a double and must stay exact to the micro-USDT. */
const amountLimit = 9_007_199_254_740_991n;

/**
 * The problems of a level, as English sentences; empty for a valid one. `leverageMax` is the highest leverage that any member may take
 * it at: an unlocked leverage holds on every level, so a list of levels passes its own highest.
 */
export function validateLevel(level: PlanLevel, leverageMax: number = level.leverageMax): readonly string[] {
  const { terms } = level;
  const within = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  const isRatio = (value: number) => value > 0 && value <= 1;
  const entry = positionFee({ leverage: leverageMax, feeRate: terms.feeRate });
  const rules: readonly (readonly [boolean, string])[] = [
    [within(level.id, 1, 32_767), 'the id is no whole number from 1'],
    [within(level.weightMin, 0, level.weightMax), 'the weight band does not run upwards in whole points from 0'],
    [Number.isSafeInteger(level.weightMax), 'the weight band ends at no whole number'],
    [level.amountMin > 0n && level.amountMin <= level.amountMax, 'the amounts do not run upwards from above 0'],
    [level.amountMax <= amountLimit, 'the highest amount is beyond exact computation'],
    [within(level.leverageMax, 1, leverageLimit), `the leverage is no whole number from 1 to ${leverageLimit}`],
    [terms.engine === 1, 'there is no such engine'],
    [Object.hasOwn(strategies, terms.strategy), 'there is no such strategy'],
    [Object.hasOwn(intervalMs, terms.interval), 'there is no such interval'],
    [within(terms.rounds, 1, roundsMax), `the rounds are no whole number from 1 to ${roundsMax}`],
    [isRatio(terms.maximumLoss), 'the maximum loss is not above 0 and at most the whole amount'],
    [terms.maximumProfit > 0 && Number.isFinite(terms.maximumProfit), 'the maximum profit is not above 0'],
    [terms.feeRate >= 0 && terms.feeRate < 1, 'the fee rate is not from 0 to below 1'],
    [
      entry < terms.maximumLoss,
      `the maximum loss of ${terms.maximumLoss} could never be honoured at leverage ${leverageMax}: entering a position takes ${entry}`,
    ],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [`level ${level.id}: ${problem}`]));
}

/** The problems of a list of levels, of each and of their order. Empty for a valid list. */
export function validateLevels(levels: readonly PlanLevel[]): readonly string[] {
  if (levels.length === 0) return ['there is no level'];
  const leverageMax = Math.max(...levels.map((level) => level.leverageMax));
  const problems = levels.flatMap((level) => validateLevel(level, leverageMax));
  if (levels[0]?.weightMin !== 0) problems.push('the first level does not start at weight 0');
  if (new Set(levels.map(({ id }) => id)).size !== levels.length) problems.push('two levels share an id');
  for (const [place, level] of levels.entries()) {
    const before = levels[place - 1];
    if (!before) continue;
    if (level.weightMin !== before.weightMax + 1)
      problems.push(`level ${level.id}: its weight band does not follow the one before`);
    if (level.leverageMax < before.leverageMax)
      problems.push(`level ${level.id}: it unlocks less leverage than the one before`);
  }
  return problems;
}
