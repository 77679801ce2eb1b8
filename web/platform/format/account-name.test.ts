import { expect, test } from 'vitest';
import { maskedAddress, nameEnd } from './account-name.ts';

test('a name shows its last characters, a short one itself', () => {
  expect(nameEnd('satoshia7k2m9q', 6)).toBe('…7k2m9q');
  expect(nameEnd('satoshia7k2m9q', 7)).toBe('…a7k2m9q');
  expect(nameEnd('abcdef', 6)).toBe('abcdef');
});

test('an address shows its two ends alone', () => {
  expect(maskedAddress('0x3fa9aa00bb11cc22dd33c2d1')).toBe('0x3fa9…c2d1');
  expect(maskedAddress('0x3fa9c2d1')).toBe('0x3fa9c2d1');
});
