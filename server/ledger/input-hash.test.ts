import { expect, test } from 'vitest';
import { inputHashOf } from './input-hash.ts';

test('the order of fields does not matter, at any depth; the order of a list does', () => {
  expect(inputHashOf({ a: 1, b: { c: 2n, d: null } })).toBe(inputHashOf({ b: { d: null, c: 2n }, a: 1 }));
  expect(inputHashOf([{ a: 1, b: 2 }])).toBe(inputHashOf([{ b: 2, a: 1 }]));
  expect(inputHashOf([1, 2])).not.toBe(inputHashOf([2, 1]));
});

test('every value counts, and its name', () => {
  const inputs = [{ a: 1 }, { a: 2 }, { b: 1 }, { a: '1 ' }, { a: true }, { a: null }, [1], { a: { a: 1 } }, {}, []];
  expect(new Set(inputs.map((input) => inputHashOf(input))).size).toBe(inputs.length);
});
