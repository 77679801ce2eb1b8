import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount, usdt } from '#core/money/amount.ts';
import {
  changeTone,
  formatCompact,
  formatCount,
  formatExactUsdt,
  formatPercent,
  formatPrice,
  formatShare,
  formatUsdt,
  normaliseAmount,
  toneOf,
} from './number.ts';

test('a change is rounded half away from zero: a loss is never shown smaller than it is by more than half a unit', () => {
  expect(formatUsdt('en', usdt(1_005_000n), 2, 'always')).toBe('+1.01');
  expect(formatUsdt('en', usdt(-309_950n), 4, 'always')).toBe('\u22120.3100');
  expect(formatUsdt('en', usdt(-309_949n), 4, 'always')).toBe('\u22120.3099');
});

test('an amount in full has all its digits, and two after the point at least', () => {
  expect(formatExactUsdt('en', usdt(5_000_000n))).toBe('5.00');
  expect(formatExactUsdt('en', usdt(5_000_001n))).toBe('5.000001');
  expect(formatExactUsdt('en', usdt(-5_250_000n))).toBe('−5.25');
  expect(formatExactUsdt('en', usdt(5_255_000n))).toBe('5.255000');
});

test('a balance shows exactly the decimals asked for and is never rounded up', () => {
  expect(formatUsdt('en', usdt(2_450_999_999n), 4)).toBe('2,450.9999');
  expect(formatUsdt('en', usdt(2_450_999_999n), 2)).toBe('2,450.99');
  expect(formatUsdt('en', usdt(0n), 4)).toBe('0.0000');
});

test('a loss carries a real minus sign, a gain a plus, and zero neither', () => {
  expect(formatUsdt('en', usdt(-4_120_000n), 4, 'always')).toBe('\u22124.1200');
  expect(formatUsdt('en', usdt(61_085_000n), 4, 'always')).toBe('+61.0850');
  expect(formatUsdt('en', usdt(0n), 2, 'always')).toBe('0.00');
  expect(formatUsdt('en', usdt(-4n), 2, 'always')).toBe('0.00');
});

test('an amount beyond the whole numbers of a double keeps every digit', () => {
  expect(formatUsdt('en', usdt(999_999_999_999_123_456n), 6)).toBe('999,999,999,999.123456');
});

test('the shown digits are those of the amount, whatever the amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n - 10n ** 18n, max: 10n ** 18n - 1n }), (units) => {
      const shown = formatUsdt('en', usdt(units), 6).replaceAll(',', '').replace('\u2212', '-');
      expect(parseAmount('USDT', shown)).toBe(units);
    }),
  );
});

test('each language writes numbers its own way', () => {
  expect(formatUsdt('vi', usdt(2_450_100_000n), 2)).toBe('2.450,10');
  expect(formatUsdt('ja', usdt(2_450_100_000n), 2)).toBe('2,450.10');
  expect(formatCount('th-u-ca-gregory-nu-latn', 480_144_328)).toBe('480,144,328');
});

test('percents, prices and compact values are signed the same way', () => {
  expect(formatPercent('en', -0.0454)).toBe('\u22124.54%');
  expect(formatPercent('en', 0.0018)).toBe('+0.18%');
  expect(formatPercent('en', -0.000_01)).toBe('0.00%');
  expect(formatPercent('en', 0.41, 0, 'negative')).toBe('41%');
  expect(formatPercent('zh-Hans', -0.0454)).toBe('\u22124.54%');
  expect(formatPercent('zh-Hant', 0.0018)).toBe('+0.18%');
  expect(formatPercent('ja', 0.0018)).toBe('+0.18%');
  expect(formatPercent('vi', 0.0018)).toBe('+0,18%');
  expect(formatPrice('en', 102_271.7, 1)).toBe('102,271.7');
  expect(formatPrice('en', 0.000_01, 5)).toBe('0.00001');
  expect(formatCompact('en', 1_623_456)).toBe('1.62M');
});

test('a share is never rounded up, and a whole number of its units is itself', () => {
  expect(formatShare('en', 0.999_99, 2)).toBe('99.99%');
  expect(formatShare('en', 1, 2)).toBe('100.00%');
  for (const units of Array.from({ length: 10_001 }, (_, place) => place))
    expect(formatShare('en', units / 10_000, 2)).toBe(`${(units / 100).toFixed(2)}%`);
  expect(formatShare('vi', 1_439 / 1_440, 1)).toBe('99,9%');
});

test('the tone follows what is shown, so a loss too small to show has none', () => {
  expect(toneOf('+0.18')).toBe('up');
  expect(toneOf('\u22120.41')).toBe('down');
  expect(toneOf('0.00')).toBe('none');
  // A market that has not moved is not up.
  expect(['+0.01%', '0.00%', '\u22120.01%'].map(changeTone)).toEqual(['up', 'down', 'down']);
});

test('a decimal comma is read as the point only where the language writes one', () => {
  expect(normaliseAmount('vi', ' 1 500,5')).toBe('1500.5');
  expect(normaliseAmount('en', '1500.5')).toBe('1500.5');
  expect(normaliseAmount('en', '1,500')).toBe('1,500');
});

test('the wide digits of a Japanese or Chinese keyboard are digits', () => {
  expect(normaliseAmount('ja', '１５００．５')).toBe('1500.5');
  expect(normaliseAmount('zh-Hant', '　１２')).toBe('12');
  expect(['１．５', '1。5', '1｡5', '１，５'].map((typed) => normaliseAmount('ja', typed))).toEqual([
    ...['1.5', '1.5', '1.5', '1,5'],
  ]);
  expect(normaliseAmount('vi', '１，５')).toBe('1.5');
});

test('a sign that is no digit is not read as one', () => {
  for (const typed of ['10²', '①', '½', '㎏']) expect(normaliseAmount('ja', typed)).toBe(typed);
});
