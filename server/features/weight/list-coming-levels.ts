import type { ComingLevel } from '#contract/weight.ts';
import { comingOffers } from '#core/products/coming.ts';
import { levelsOffered } from '#core/products/offers.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';

export interface ComingLevelsDependencies {
  /** The product clock. */
  readonly clock: { now(): number };
  readonly offers: Pick<ProductOffers, 'changes'>;
}

/** The levels as they will be offered, by what is decided so far. */
export function listComingLevels({ clock, offers }: ComingLevelsDependencies): ComingLevel[] {
  return comingOffers(clock.now(), offers.changes(), levelsOffered).map(({ from, item }) => {
    const { id, isOpen, weightMin, amountMin, amountMax } = item;
    return { from, level: id, isOpen, weightMin, amountMin, amountMax };
  });
}
