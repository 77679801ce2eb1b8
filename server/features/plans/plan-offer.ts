import { isCoin } from '#core/market/coins.ts';
import { toDecimal, type Usdt } from '#core/money/amount.ts';
import { levelsAt } from '#core/plans/levels.ts';
import type { PlanLevel } from '#core/plans/terms.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** The highest leverage of all levels: what the leverage field takes. */
export function leverageMax(levels: readonly PlanLevel[]): number {
  return Math.max(...levels.map((level) => level.leverageMax));
}

/** The level of that id and its place in the list. Refuses an unknown one. */
export function findLevel(
  now: number,
  id: number,
): { readonly levels: readonly PlanLevel[]; readonly level: PlanLevel; readonly index: number } {
  const levels = levelsAt(now);
  const index = levels.findIndex((level) => level.id === id);
  const level = levels[index];
  if (!level) throw new Refusal('levelUnknown');
  return { levels, level, index };
}

export function requireCoin(coin: string): void {
  if (!isCoin(coin)) throw new Refusal('coinUnknown');
}

/** Refuses a leverage that no level offers to anybody. */
export function requireLeverage(levels: readonly PlanLevel[], leverage: number): void {
  const maximum = leverageMax(levels);
  if (leverage < 1 || leverage > maximum) throw new Refusal('leverageInvalid', { maximum });
}

/** An amount as a message words it: exact, without the zeros that say nothing. */
export function wordedAmount(amount: Usdt): string {
  return toDecimal('USDT', amount).replace(/\.?0+$/, '');
}

/** An age as a message words it, in units that every language reads. */
export function wordedAge(ageMs: number | null): string {
  if (ageMs === null) return '∞';
  const seconds = Math.floor(ageMs / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
