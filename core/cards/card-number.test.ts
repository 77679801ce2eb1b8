import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardDigits, isCardNumber, lastFourOf, maskedCard } from './card-number.ts';

const published = ['4242424242424242', '5555555555554444', '378282246310005', '6011111111111117', '6200000000000005'];

test('the card networks’ published test numbers are card numbers', () => {
  for (const number of published) expect(isCardNumber(number), number).toBe(true);
});

test('one wrong digit is always noticed, and so are two neighbours changed over but for 0 and 9', () => {
  fc.assert(
    fc.property(fc.constantFrom(...published), fc.nat(18), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
      const place = at % number.length;
      const wrong = (Number(number[place]) + shift) % 10;
      expect(isCardNumber(`${number.slice(0, place)}${wrong}${number.slice(place + 1)}`)).toBe(false);
    }),
  );
  for (const number of published) {
    for (let place = 1; place < number.length; place += 1) {
      const [left = '', right = ''] = [number[place - 1], number[place]];
      if (left === right || `${left}${right}` === '09' || `${left}${right}` === '90') continue;
      expect(isCardNumber(`${number.slice(0, place - 1)}${right}${left}${number.slice(place + 1)}`)).toBe(false);
    }
  }
});

test('too short, too long, letters and one digit over and over are no card numbers', () => {
  for (const text of [
    '',
    '42424242424',
    '4242424242424242424242',
    '424242424242424a',
    '0'.repeat(16),
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  ]) {
    expect(isCardNumber(text), text).toBe(false);
  }
  // Of ten numbers that differ in the last digit alone one has the right check digit.
  const isLength = (length: number): boolean =>
    Array.from({ length: 10 }, (_, last) => `4${'0'.repeat(length - 2)}${last}`).some(isCardNumber);
  expect([11, 12, 19, 20].map(isLength)).toEqual([false, true, true, false]);
});

test('a number is read with spaces and hyphens and shown by its last four digits', () => {
  const digits = cardDigits('4242 4242-4242 4242');
  expect(digits).toBe('4242424242424242');
  expect(maskedCard(lastFourOf(digits))).toBe('**** **** **** 4242');
});
