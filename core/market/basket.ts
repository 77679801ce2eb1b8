/** The close of a candle at its first millisecond. */
export interface BasketClose {
  readonly openTime: number;
  readonly close: number;
}

/** An equally weighted index of several coins: values relative to `basketBase`, times in ms since 1970 UTC. */
export interface Basket {
  /** The index at every moment that all coins have, oldest first; the first value is `basketBase`. */
  readonly points: readonly { readonly openTime: number; readonly value: number }[];
  /** For each coin in the order given: its last price over its first, and its share of the whole at the end. */
  readonly parts: readonly { readonly growth: number; readonly share: number }[];
}

/** Value of the index at its first moment. */
export const basketBase = 100;

/**
 * What becomes of equal parts of every coin, bought at the first moment that all have and never touched again: the mean of
 * price over first price, times `basketBase`. Moments that one coin lacks are left out for all. Null without two such moments,
 * and where a first price is not above zero.
 */
export function equalWeightBasket(coins: readonly (readonly BasketClose[])[]): Basket | null {
  const closes = coins.map((rows) => new Map(rows.map(({ openTime, close }) => [openTime, close])));
  const moments = (coins[0] ?? []).map(({ openTime }) => openTime).filter((at) => closes.every((each) => each.has(at)));
  const [first] = moments;
  const last = moments.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const growthAt = (at: number) => closes.map((each) => (each.get(at) ?? 0) / (each.get(first) ?? 0));
  const growths = growthAt(last);
  const total = sum(growths);
  if (!Number.isFinite(total) || total <= 0) return null;
  return {
    points: moments.map((openTime) => ({ openTime, value: (basketBase * sum(growthAt(openTime))) / coins.length })),
    parts: growths.map((growth) => ({ growth, share: growth / total })),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
