import type { PlanLevel } from '#core/plans/terms.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** The highest leverage of all levels, the bound of the leverage field. */
export function leverageMax(levels: readonly PlanLevel[]): number {
  return Math.max(...levels.map((level) => level.leverageMax));
}

/** The level of that id and its index in the list. Refuses an unknown one. */
export function findLevel<Level extends PlanLevel>(
  levels: readonly Level[],
  id: number,
): { readonly levels: readonly Level[]; readonly level: Level; readonly index: number } {
  const index = levels.findIndex((level) => level.id === id);
  const level = levels[index];
  if (!level) throw new Refusal('levelUnknown');
  return { levels, level, index };
}

/** Refuses a leverage that no level offers. */
export function requireLeverage(levels: readonly PlanLevel[], leverage: number): void {
  const maximum = leverageMax(levels);
  if (leverage < 1 || leverage > maximum) throw new Refusal('leverageInvalid', { maximum });
}
