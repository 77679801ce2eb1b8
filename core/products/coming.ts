import type { OfferChange } from './offers.ts';

/** What will be offered from a later moment (ms of the product clock) on, other than before it. */
export interface Coming<Item> {
  readonly from: number;
  readonly item: Item;
}

/**
 * What is decided of offers and does not hold yet at a moment (ms), the next first: of each product that differs from what holds until then, how it
 * is offered from then on. `offeredAt` is `levelsOffered` or `financingOffered`.
 */
export function comingOffers<Item extends { readonly id: number | string }>(
  timeMs: number,
  changes: readonly OfferChange[],
  offeredAt: (timeMs: number, changes: readonly OfferChange[]) => readonly Item[],
): readonly Coming<Item>[] {
  const later = changes.map(({ effectiveFrom }) => effectiveFrom).filter((moment) => moment > timeMs);
  const moments = [...new Set(later)].sort((one, other) => one - other);
  return moments.flatMap((from) => {
    const before = new Map(offeredAt(from - 1, changes).map((item) => [item.id, item]));
    return offeredAt(from, changes)
      .filter((item) => !isSame(item, before.get(item.id)))
      .map((item) => ({ from, item }));
  });
}

function isSame<Item extends object>(one: Item, other: Item | undefined): boolean {
  return other !== undefined && (Object.keys(one) as (keyof Item)[]).every((key) => one[key] === other[key]);
}
