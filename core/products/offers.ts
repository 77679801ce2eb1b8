import { type FinancingProduct, financingProducts } from '#core/financing/products.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { levelsAt } from '#core/plans/levels.ts';
import type { PlanLevel } from '#core/plans/terms.ts';

/** Products whose offer operators can change: plan levels by their number, financing products by their id. */
export const offerKinds = ['level', 'financing'] as const;

/** A kind of product whose offer can change. */
export type OfferKind = (typeof offerKinds)[number];

/** What can change of a product: whether it takes new orders, and least and most of one, in micro-USDT. Its terms cannot. */
export interface Offer {
  readonly isOpen: boolean;
  readonly minimum: Usdt;
  readonly maximum: Usdt;
}

/** An offer that holds from a moment of the product clock on (ms since 1970 UTC), until a later one's. */
export interface OfferChange extends Offer {
  readonly kind: OfferKind;
  readonly item: string;
  readonly effectiveFrom: number;
}

/** Operators that must approve a change. */
export const productApprovals = 2;

/** Wall time after which a proposed change takes no approval. */
export const productLapsesMs = 24 * 3_600_000;

/** Least and most that any offer may set, in micro-USDT: an order of less rounds to nothing, one of more was never measured. */
export const offerLeast: Usdt = usdt(1_000_000n);

/** The upper end of the same range. */
export const offerMost: Usdt = usdt(1_000_000_000_000n);

/** Why an offer cannot be changed so, or null: no such product, bounds that do not run upwards within the range, or a closed first level. */
export function offerProblem(
  kind: OfferKind,
  item: string,
  { isOpen, minimum, maximum }: Offer,
): 'offerUnknown' | 'offerBoundsInvalid' | 'firstLevelStays' | null {
  if (!shippedOffers(0).some((one) => one.kind === kind && one.item === item)) return 'offerUnknown';
  if (minimum < offerLeast || minimum > maximum || maximum > offerMost) return 'offerBoundsInvalid';
  return kind === 'level' && !isOpen && item === String(levelsAt(0)[0]?.id) ? 'firstLevelStays' : null;
}

/** The offers as they ship, at a moment (ms). */
export function shippedOffers(timeMs: number): OfferChange[] {
  const open = { isOpen: true, effectiveFrom: 0 } as const;
  return [
    ...levelsAt(timeMs).map(({ id, amountMin, amountMax }): OfferChange => {
      return { ...open, kind: 'level', item: String(id), minimum: amountMin, maximum: amountMax };
    }),
    ...financingProducts.map(({ id, minimum, maximum }): OfferChange => {
      return { ...open, kind: 'financing', item: id, minimum, maximum };
    }),
  ];
}

/** The change that holds at a moment: the one that took effect last, of several at once the one decided last. Undefined for none. */
export function changeAt(
  changes: readonly OfferChange[],
  kind: OfferKind,
  item: string,
  timeMs: number,
): OfferChange | undefined {
  return changes
    .filter((change) => change.kind === kind && change.item === item && change.effectiveFrom <= timeMs)
    .reduce<OfferChange | undefined>(
      (latest, change) => (latest && latest.effectiveFrom > change.effectiveFrom ? latest : change),
      undefined,
    );
}

/** The levels at a moment (ms) as they are offered, closed ones included. Their terms are those that ship. */
export function levelsOffered(
  timeMs: number,
  changes: readonly OfferChange[],
): readonly (PlanLevel & { readonly isOpen: boolean })[] {
  return levelsAt(timeMs).map((level) => {
    const change = changeAt(changes, 'level', String(level.id), timeMs);
    if (!change) return { ...level, isOpen: true };
    return { ...level, isOpen: change.isOpen, amountMin: change.minimum, amountMax: change.maximum };
  });
}

/** The financing products at a moment (ms) as they are offered, closed ones included. */
export function financingOffered(
  timeMs: number,
  changes: readonly OfferChange[],
): readonly (FinancingProduct & { readonly isOpen: boolean })[] {
  return financingProducts.map((product) => {
    const change = changeAt(changes, 'financing', product.id, timeMs);
    if (!change) return { ...product, isOpen: true };
    return { ...product, isOpen: change.isOpen, minimum: change.minimum, maximum: change.maximum };
  });
}
