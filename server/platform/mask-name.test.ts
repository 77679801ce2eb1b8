import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test('a name shows its first two and last two characters', () => {
  expect(maskName('satoshi1')).toBe('sa***i1');
});

test('a short name shows less, so that half of it always stays hidden', () => {
  expect(['abcdef', 'abcdefg', 'abcdefgh'].map(maskName)).toEqual(['a***f', 'a***g', 'ab***gh']);
  expect(['abcd', 'ab', 'a', '', null].map(maskName)).toEqual(['a***', 'a***', 'a***', '***', '***']);
});

test('a character of two units stays whole', () => {
  expect(maskName('😀bcdefg🦊')).toBe('😀b***g🦊');
  expect(maskName('😀')).toBe('😀***');
});

test('a mask does not reveal how long the name is, and keeps its ends', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{8,20}$/), (name) => {
      expect(maskName(name)).toBe(`${name.slice(0, 2)}***${name.slice(-2)}`);
    }),
  );
});
