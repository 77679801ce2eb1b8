import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  negate,
  parseAmount,
  points,
  scaleTowardZero,
  subtract,
  sum,
  toDecimal,
  toFixedDecimal,
  truncate,
  usdt,
} from './amount.ts';

test('a decimal string becomes exact minor units', () => {
  expect(parseAmount('USDT', '12.5')).toBe(12_500_000n);
  expect(parseAmount('USDT', '0.000001')).toBe(1n);
  expect(parseAmount('USDT', '-3')).toBe(-3_000_000n);
  expect(parseAmount('PTS', '7')).toBe(7n);
  expect(parseAmount('USDT', '000999999999999.999999')).toBe(999_999_999_999_999_999n);
});

test('what is not a plain decimal of the asset is refused', () => {
  const refused = [
    '',
    ' ',
    '1e3',
    '1,5',
    '.5',
    '5.',
    '+1',
    '0x10',
    '1.0000001',
    '1234567890123',
    'NaN',
    'Infinity',
    '--1',
    '1 ',
    '١',
  ];
  for (const text of refused) expect(parseAmount('USDT', text), text).toBeNull();
  expect(parseAmount('PTS', '1.0')).toBeNull();
});

test('every amount survives being written and read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }), (units) => {
      expect(parseAmount('USDT', toDecimal('USDT', usdt(units)))).toBe(units);
    }),
    { numRuns: 2000 },
  );
});

test('showing fewer decimals rounds as named and leaves no minus before a zero', () => {
  expect(toFixedDecimal('USDT', usdt(1_005_000n), 2, 'towardZero')).toBe('1.00');
  expect(toFixedDecimal('USDT', usdt(1_005_000n), 2, 'halfAwayFromZero')).toBe('1.01');
  expect(toFixedDecimal('USDT', usdt(-1_005_000n), 2, 'halfAwayFromZero')).toBe('-1.01');
  expect(toFixedDecimal('USDT', usdt(-4_999n), 2, 'halfAwayFromZero')).toBe('0.00');
  expect(toFixedDecimal('USDT', usdt(-1_500_000n), 0, 'halfAwayFromZero')).toBe('-2');
  expect(() => toFixedDecimal('PTS', points(1n), 2, 'towardZero')).toThrow(RangeError);
});

test('what is dropped of an amount is dropped toward zero, of a loss as well', () => {
  expect([1_239_999n, -1_239_999n, -1_230_000n].map((units) => truncate('USDT', usdt(units), 2))).toEqual([
    ...[1_230_000n, -1_230_000n, -1_230_000n],
  ]);
});

test('a shown amount is never more than one unit of the last digit away', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom('towardZero' as const, 'halfAwayFromZero' as const),
      (units, decimals, rounding) => {
        const shown = parseAmount('USDT', toFixedDecimal('USDT', usdt(units), decimals, rounding)) as bigint;
        const unit = 10n ** BigInt(6 - decimals);
        const away = shown > units ? shown - units : units - shown;
        expect(rounding === 'towardZero' ? away < unit : away * 2n <= unit).toBe(true);
      },
    ),
  );
});

test('scaling drops what is under one unit toward zero, for gains and losses alike', () => {
  expect(scaleTowardZero(usdt(1_000_001n), 0.5)).toBe(500_000n);
  expect(scaleTowardZero(usdt(1_000_001n), -0.5)).toBe(-500_000n);
  expect(scaleTowardZero(usdt(3n), -0.1)).toBe(0n);
  expect(() => scaleTowardZero(usdt(2n ** 60n), 0.5)).toThrow(RangeError);
  expect(() => scaleTowardZero(usdt(1n), Number.NaN)).toThrow(RangeError);
});

test('sums and differences are those of the minor units', () => {
  expect(sum('USDT', [usdt(1n), usdt(2n), usdt(-5n)])).toBe(-2n);
  expect(add(usdt(1n), usdt(2n))).toBe(3n);
  expect(subtract(usdt(1n), usdt(2n))).toBe(-1n);
  expect(negate(usdt(4n))).toBe(-4n);
});
