declare const asset: unique symbol;

/** USDT (6 decimals: one unit is a micro-USDT) or PTS, the points (whole numbers). */
export type Asset = 'USDT' | 'PTS';

/** An amount of one asset in integer minor units. Amounts of two assets do not mix: the compiler refuses it. */
export type Amount<A extends Asset> = bigint & { readonly [asset]: A };

/** USDT in micro-units: 1 USDT = 1,000,000n. */
export type Usdt = Amount<'USDT'>;

/** Points, whole. */
export type Points = Amount<'PTS'>;

/** How a digit that cannot be shown or kept is dropped. */
export type Rounding = 'towardZero' | 'halfAwayFromZero';

/** Decimals kept of each asset. */
const decimalsOf: Readonly<Record<Asset, number>> = { USDT: 6, PTS: 0 };

/** Most digits before the point that `parseAmount` takes: keeps every amount inside PostgreSQL's bigint. */
export const integerDigitsMax = 12;

/** Wraps minor units that are already known to be of that asset (a database column, a constant). */
export function amount<A extends Asset>(_asset: A, minorUnits: bigint): Amount<A> {
  return minorUnits as Amount<A>;
}

/** USDT from micro-units. */
export const usdt = (microUnits: bigint): Usdt => amount('USDT', microUnits);

/** Points from a whole number of points. */
export const points = (count: bigint): Points => amount('PTS', count);

/** 0 USDT. */
export const noUsdt: Usdt = usdt(0n);

/** No points. */
export const noPoints: Points = points(0n);

/** Sum of amounts of one asset. */
export function sum<A extends Asset>(kind: A, amounts: Iterable<Amount<A>>): Amount<A> {
  let total = 0n;
  for (const one of amounts) total += one;
  return amount(kind, total);
}

/** `left` + `right`, in the same asset. */
export function add<A extends Asset>(left: Amount<A>, right: Amount<A>): Amount<A> {
  return (left + right) as Amount<A>;
}

/** `left` - `right`, in the same asset; may be negative. */
export function subtract<A extends Asset>(left: Amount<A>, right: Amount<A>): Amount<A> {
  return (left - right) as Amount<A>;
}

/** The larger of two amounts of one asset. */
export function larger<A extends Asset>(left: Amount<A>, right: Amount<A>): Amount<A> {
  if (left > right) return left;
  return right;
}

/** -`value`. */
export function negate<A extends Asset>(value: Amount<A>): Amount<A> {
  return -value as Amount<A>;
}

const decimalPattern = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads a decimal string exactly ("12.5" is 12500000n micro-USDT). Returns null for anything else: exponents, signs other
 * than a leading "-", spaces, more decimals than the asset keeps, more than `integerDigitsMax` digits before the point.
 */
export function parseAmount<A extends Asset>(kind: A, text: string): Amount<A> | null {
  if (!decimalPattern.test(text)) return null;
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const decimals = decimalsOf[kind];
  if (fraction.length > decimals || whole.replace(/^0+/, '').length > integerDigitsMax) return null;
  const minorUnits = BigInt(whole + fraction.padEnd(decimals, '0'));
  return amount(kind, negative ? -minorUnits : minorUnits);
}

/** The exact decimal string, all decimals of the asset kept: 1500000n micro-USDT is "1.500000". */
export function toDecimal<A extends Asset>(kind: A, value: Amount<A>): string {
  return toFixedDecimal(kind, value, decimalsOf[kind], 'towardZero');
}

/**
 * The decimal string with `decimals` digits after the point (at most those of the asset), rounded as named.
 * For showing a figure: a zero that came from rounding keeps no minus sign.
 */
export function toFixedDecimal<A extends Asset>(
  kind: A,
  value: Amount<A>,
  decimals: number,
  rounding: Rounding,
): string {
  const dropped = decimalsOf[kind] - decimals;
  if (dropped < 0) throw new RangeError(`${kind} keeps ${decimalsOf[kind]} decimals, ${decimals} were asked for`);
  const unit = 10n ** BigInt(dropped);
  const magnitude = value < 0n ? -value : value;
  const half = rounding === 'halfAwayFromZero' ? unit / 2n : 0n;
  const digits = ((magnitude + half) / unit).toString().padStart(decimals + 1, '0');
  const sign = value < 0n && /[1-9]/.test(digits) ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `value` without its digits beyond `decimals`: the amount that `toFixedDecimal` writes toward zero. */
export function truncate<A extends Asset>(kind: A, value: Amount<A>, decimals: number): Amount<A> {
  const unit = 10n ** BigInt(decimalsOf[kind] - decimals);
  return (value - (value % unit)) as Amount<A>;
}

/**
 * `value` x `ratio`, in whole minor units, the rest dropped toward zero. `ratio` is a double (a plan's result), so `value`
 * must be within 2^53 minor units; beyond that, or for a ratio that is not finite, it throws a RangeError.
 */
export function scaleTowardZero<A extends Asset>(value: Amount<A>, ratio: number): Amount<A> {
  const asDouble = Number(value);
  if (!Number.isSafeInteger(asDouble) || !Number.isFinite(ratio)) {
    throw new RangeError(`cannot scale ${value} by ${ratio} exactly`);
  }
  return BigInt(Math.trunc(asDouble * ratio)) as Amount<A>;
}
