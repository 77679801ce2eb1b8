import { levelsAt } from '#core/plans/levels.ts';
import { leverageMax } from './plan-offer.ts';

/** The highest leverage of all levels. */
export function getMaxLeverage(clock: { now(): number }): number {
  return leverageMax(levelsAt(clock.now()));
}
