import { type FinancingProduct, financingProducts } from '#core/financing/products.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { levelsAt, weightUnbounded } from '#core/plans/levels.ts';
import type { PlanLevel } from '#core/plans/terms.ts';

/** Products whose offer operators can change: plan levels by their number, financing products by their id. */
export const offerKinds = ['level', 'financing'] as const;

/** A kind of product whose offer can change. */
export type OfferKind = (typeof offerKinds)[number];

/**
 * What can change of a product: whether it takes new orders, least and most of one, in micro-USDT, and of a financing product the interest of one
 * day in millionths of the principal. Null for a level, and where the rate stays as it ships.
 */
export interface Offer {
  readonly isOpen: boolean;
  readonly minimum: Usdt;
  readonly maximum: Usdt;
  readonly dailyRatePpm: number | null;
}

/** An offer that holds from a moment of the product clock on (ms since 1970 UTC), until a later one's. */
export interface ProductOfferChange extends Offer {
  readonly kind: OfferKind;
  readonly item: string;
  readonly effectiveFrom: number;
}

/** Weight bands that hold from a moment of the product clock on (ms since 1970 UTC), until later ones: the score from which each level after the first opens. */
interface BandsChange {
  readonly kind: 'bands';
  readonly item: 'levels';
  readonly weightMins: readonly number[];
  readonly effectiveFrom: number;
}

/** What operators change of the offers. */
export type OfferChange = ProductOfferChange | BandsChange;

/** Operators that must approve a change. */
export const productApprovals = 2;

/** Wall time after which a proposed change takes no approval. */
export const productLapsesMs = 24 * 3_600_000;

/** Least and most that any offer may set, in micro-USDT: an order of less rounds to nothing, one of more was never measured. */
export const offerLeast: Usdt = usdt(1_000_000n);

/** The upper end of the same range. */
export const offerMost: Usdt = usdt(1_000_000_000_000n);

/** Highest interest of one day that any offer may set, in millionths of the principal: 0.1 %. The least is one millionth. */
export const dailyRateMost = 1_000;

/** Highest weight score that a level can ask for. */
export const bandMost = 1_000_000;

/**
 * Why an offer cannot be changed so, or null: no such product, bounds that do not run upwards within the range, a financing product's rate that is
 * no whole number within the range or a level's that is there, or a closed first level.
 */
export function offerProblem(
  kind: OfferKind,
  item: string,
  { isOpen, minimum, maximum, dailyRatePpm }: Offer,
): 'offerUnknown' | 'offerBoundsInvalid' | 'offerRateInvalid' | 'firstLevelStays' | null {
  if (!shippedOffers(0).some((one) => one.kind === kind && one.item === item)) return 'offerUnknown';
  if (minimum < offerLeast || minimum > maximum || maximum > offerMost) return 'offerBoundsInvalid';
  const isRate = dailyRatePpm !== null && Number.isInteger(dailyRatePpm) && dailyRatePpm >= 1;
  if (kind === 'level' ? dailyRatePpm !== null : !isRate || dailyRatePpm > dailyRateMost) return 'offerRateInvalid';
  return kind === 'level' && !isOpen && item === String(levelsAt(0)[0]?.id) ? 'firstLevelStays' : null;
}

/** Whether these are weight bands that levels can have: for each level after the first one a whole score, each higher than the one before. */
export function areBands(weightMins: readonly number[]): boolean {
  const isRising = weightMins.every((one, place) => Number.isInteger(one) && one > (weightMins[place - 1] ?? 0));
  return weightMins.length === levelsAt(0).length - 1 && isRising && (weightMins.at(-1) ?? 0) <= bandMost;
}

/** The offers as they ship, at a moment (ms). */
export function shippedOffers(timeMs: number): ProductOfferChange[] {
  const open = { isOpen: true, effectiveFrom: 0 } as const;
  return [
    ...levelsAt(timeMs).map(({ id, amountMin, amountMax }): ProductOfferChange => {
      return { ...open, kind: 'level', item: String(id), minimum: amountMin, maximum: amountMax, dailyRatePpm: null };
    }),
    ...financingProducts.map(({ id, minimum, maximum, dailyRatePpm }): ProductOfferChange => {
      return { ...open, kind: 'financing', item: id, minimum, maximum, dailyRatePpm };
    }),
  ];
}

/** The change that holds at a moment: the one that took effect last, of several at once the one decided last. Undefined for none. */
export function changeAt(
  changes: readonly OfferChange[],
  kind: OfferKind,
  item: string,
  timeMs: number,
): ProductOfferChange | undefined {
  const isOfProduct = (change: OfferChange): change is ProductOfferChange =>
    change.kind === kind && change.item === item && change.effectiveFrom <= timeMs;
  return latestOf(changes.filter(isOfProduct));
}

function latestOf<Change extends OfferChange>(changes: readonly Change[]): Change | undefined {
  return changes.reduce<Change | undefined>(
    (latest, change) => (latest && latest.effectiveFrom > change.effectiveFrom ? latest : change),
    undefined,
  );
}

/** A level as it is offered. */
export type OfferedLevel = PlanLevel & { readonly isOpen: boolean };

/** The levels at a moment (ms) as they are offered, closed ones included. Their terms are those that ship. */
export function levelsOffered(timeMs: number, changes: readonly OfferChange[]): readonly OfferedLevel[] {
  const shipped = levelsAt(timeMs);
  const isOfBands = (change: OfferChange): change is BandsChange =>
    change.kind === 'bands' && change.effectiveFrom <= timeMs && change.weightMins.length === shipped.length - 1;
  const bands = latestOf(changes.filter(isOfBands))?.weightMins ?? shipped.slice(1).map(({ weightMin }) => weightMin);
  return shipped.map((level, place) => {
    const next = bands[place];
    const band = { weightMin: bands[place - 1] ?? 0, weightMax: next === undefined ? weightUnbounded : next - 1 };
    const change = changeAt(changes, 'level', String(level.id), timeMs);
    if (!change) return { ...level, ...band, isOpen: true };
    return { ...level, ...band, isOpen: change.isOpen, amountMin: change.minimum, amountMax: change.maximum };
  });
}

/** A financing product as it is offered. */
export type OfferedProduct = FinancingProduct & { readonly isOpen: boolean };

/** The financing products at a moment (ms) as they are offered, closed ones included. */
export function financingOffered(timeMs: number, changes: readonly OfferChange[]): readonly OfferedProduct[] {
  return financingProducts.map((product) => {
    const change = changeAt(changes, 'financing', product.id, timeMs);
    if (!change) return { ...product, isOpen: true };
    const { isOpen, minimum, maximum } = change;
    return { ...product, isOpen, minimum, maximum, dailyRatePpm: change.dailyRatePpm ?? product.dailyRatePpm };
  });
}
