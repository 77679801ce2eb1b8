import { nextPrizesAfter, type PrizeTable, prizeTableOfDay } from '#core/draws/prizes.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';

/** What decides the draws of a day, fixed before it begins: its secret seed, of which the commitment is published, and its prize table. */
export interface DrawSeeds {
  /** Throws a RangeError for a day before the installation. */
  ofDay(day: number): { readonly drawSeed: Uint8Array; readonly drawCommitment: string };
  prizesOf(day: number): PrizeTable;
  /** The first later day with another table than the day before it; null where none is decided on. */
  nextPrizesAfter(day: number): number | null;
}

/** The seeds with the tables that operators decided on. */
export function drawDaysOf(ofDay: DrawSeeds['ofDay'], offers: Pick<ProductOffers, 'prizeTables'>): DrawSeeds {
  return {
    ofDay,
    prizesOf: (day) => prizeTableOfDay(offers.prizeTables(), day),
    nextPrizesAfter: (day) => nextPrizesAfter(offers.prizeTables(), day),
  };
}
