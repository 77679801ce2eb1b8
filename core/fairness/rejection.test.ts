import { expect, test } from 'vitest';
import { digitsFrom, numberFrom } from './rejection.ts';

const never = (): Uint8Array => {
  throw new Error('there were bytes enough');
};

test('each digit has 25 of the 250 bytes that count, and bytes from 250 on are passed over', () => {
  const counts = new Map<number, number>();
  for (let byte = 0; byte < 250; byte++) {
    const [digit = -1] = digitsFrom(Uint8Array.of(byte), 1, never);
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  expect([...counts.entries()].sort()).toEqual(Array.from({ length: 10 }, (_, digit) => [digit, 25]));
  expect(digitsFrom(Uint8Array.of(255, 250, 17, 251, 249, 3), 3, never)).toEqual([7, 9, 3]);
});

test('where the bytes do not suffice, the next 32 follow, and the digits before are kept', () => {
  const blocks = [Uint8Array.of(255, 12), Uint8Array.of(250), Uint8Array.of(13, 14)];
  const asked: Uint8Array[] = [];
  const next = (before: Uint8Array): Uint8Array => {
    asked.push(before);
    return blocks[asked.length] ?? never();
  };
  expect(digitsFrom(blocks[0] ?? Uint8Array.of(), 3, next)).toEqual([2, 3, 4]);
  expect(asked).toEqual(blocks.slice(0, 2));
});

test('a number is the remainder of four bytes, big-endian, below the largest multiple of its bound', () => {
  expect(numberFrom(Uint8Array.of(0, 0, 1, 2), 100, never)).toBe(58);
  // 2^32 is 4294 times 1,000,000 and 967,296 more: the last number that counts is 4,293,999,999.
  const last = Uint8Array.of(0xff, 0xf1, 0x3d, 0x7f);
  expect(new DataView(last.buffer).getUint32(0)).toBe(4_293_999_999);
  expect(numberFrom(last, 1_000_000, never)).toBe(999_999);
  // A bound that divides 2^32 passes nothing over.
  expect(numberFrom(new Uint8Array(4).fill(255), 2, never)).toBe(1);
  const over = Uint8Array.of(0xff, 0xf1, 0x3d, 0x80, 0, 0, 0, 9);
  expect(numberFrom(over, 1_000_000, never)).toBe(9);
  expect(numberFrom(over.subarray(0, 4), 1_000_000, () => Uint8Array.of(0, 0, 0, 5))).toBe(5);
});
