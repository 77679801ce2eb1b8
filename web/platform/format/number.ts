import { memoized } from '#contract/memoized.ts';
import { toFixedDecimal, type Usdt } from '#core/money/amount.ts';

/** U+2212: as wide as a plus, and not mistaken for a hyphen. */
const minus = '\u2212';

/** `always` writes a plus as well (nothing before zero). */
export type Sign = 'negative' | 'always';

/**
 * USDT with exactly `decimals` digits after the point. A balance is truncated: what is shown can be spent. A change, drawn with both
 * signs, is rounded half away from zero: truncation would make every loss look smaller than it is.
 */
export function formatUsdt(tag: string, value: Usdt, decimals: number, sign: Sign = 'negative'): string {
  const rounding = sign === 'always' ? 'halfAwayFromZero' : 'towardZero';
  return signed(formatDecimal(tag, toFixedDecimal('USDT', value, decimals, rounding), decimals), sign);
}

/** USDT with all the digits it has, and two after the point at least. */
export function formatExactUsdt(tag: string, value: Usdt): string {
  return formatUsdt(tag, value, value % 10_000n === 0n ? 2 : 6);
}

/** A ratio as percent: 0.015 is "+1.50%". */
export function formatPercent(tag: string, ratio: number, decimals = 2, sign: Sign = 'always'): string {
  return `${signed(formatDecimal(tag, (ratio * 100).toFixed(decimals), decimals), sign)}%`;
}

/** A share as percent, never rounded up: 100% are all of them. */
export function formatShare(tag: string, share: number, decimals: number): string {
  const unit = 10 ** decimals;
  // What only the division of two counts has taken off is none of it.
  const units = Math.floor(share * 100 * unit + 1e-6);
  return formatPercent(tag, units / unit / 100, decimals, 'negative');
}

/** A price with the coin's own number of decimals. */
export function formatPrice(tag: string, price: number, decimals: number): string {
  return signed(formatDecimal(tag, price.toFixed(decimals), decimals), 'negative');
}

export function formatCount(tag: string, count: number | bigint): string {
  return numbers(tag, 0).format(count).replace('-', minus);
}

/** Compact notation in three significant digits: "1.62 M". */
export function formatCompact(tag: string, value: number): string {
  return compacts(tag).format(value).replace('-', minus);
}

/** The sign of a figure as rounded for display. */
export function toneOf(shown: string): 'up' | 'down' | 'none' {
  if (!/[1-9]/.test(shown)) return 'none';
  return shown.startsWith(minus) ? 'down' : 'up';
}

/** The tone of a market's change as it is shown: positive green, else red. */
export function changeTone(shown: string): 'up' | 'down' {
  return toneOf(shown) === 'up' ? 'up' : 'down';
}

/** With the plain digits, points and commas in place of those that a Japanese or Chinese keyboard types. */
export function narrowDigits(typed: string): string {
  const narrow = typed.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  return narrow.replace(/[．。｡]/g, '.').replace(/，/g, ',');
}

/** A typed amount in canonical form: without spaces, in narrow digits, and with a decimal point where the language types a comma. */
export function normaliseAmount(tag: string, typed: string): string {
  const text = narrowDigits(typed).replace(/\s/g, '');
  const point = numbers(tag, 1)
    .formatToParts(1.1)
    .find((part) => part.type === 'decimal')?.value;
  return point === ',' ? text.replace(',', '.') : text;
}

function signed(text: string, sign: Sign): string {
  const nonzero = /[1-9]/.test(text);
  if (text.startsWith('-')) return (nonzero ? minus : '') + text.slice(1);
  return sign === 'always' && nonzero ? `+${text}` : text;
}

/** `Intl` accepts decimal strings exactly, so no digit of a large amount passes through a double. */
function formatDecimal(tag: string, decimal: string, decimals: number): string {
  return numbers(tag, decimals).format(decimal as Intl.StringNumericLiteral);
}

const numbers = memoized(
  (tag: string, decimals: number) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

const compacts = memoized(
  (tag: string) => new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 }),
);
