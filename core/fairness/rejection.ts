/**
 * Numbers from random bytes, all equally likely: what would make some likelier than others is passed over.
 *
 * The bytes are taken in order; where 32 of them do not suffice, `next` makes the next 32 from them.
 */
export type NextBytes = (bytes: Uint8Array) => Uint8Array;

const digitBytesBelow = 250;

/** The first `count` digits: each byte below 250 is one, its remainder by 10; others are passed over. */
export function digitsFrom(bytes: Uint8Array, count: number, next: NextBytes): number[] {
  const digits: number[] = [];
  for (let block = bytes; ; block = next(block)) {
    for (const byte of block) {
      if (byte < digitBytesBelow) digits.push(byte % 10);
      if (digits.length === count) return digits;
    }
  }
}

const wordBytes = 4;
const wordCount = 4_294_967_296;

/**
 * A number from 0 to below `bound` (at most 2^32): of each four bytes in turn, big-endian, the remainder by `bound`, if they are below the largest
 * multiple of `bound` up to 2^32; others are passed over.
 */
export function numberFrom(bytes: Uint8Array, bound: number, next: NextBytes): number {
  const limit = wordCount - (wordCount % bound);
  for (let block = bytes; ; block = next(block)) {
    for (let at = 0; at + wordBytes <= block.length; at += wordBytes) {
      const word = wordAt(block, at);
      if (word < limit) return word % bound;
    }
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  let word = 0;
  for (let place = at; place < at + wordBytes; place++) word = word * 256 + (bytes[place] ?? 0);
  return word;
}
