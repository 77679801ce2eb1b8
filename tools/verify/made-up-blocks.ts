import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { prizeTable } from '#core/draws/prizes.ts';
import { hmacSha256 } from '#core/fairness/hmac.ts';
import { digitsFrom, type NextBytes, numberFrom } from '#core/fairness/rejection.ts';
import type { FieldDifference } from '#core/fairness/transcript.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const block = { block: hash, next: hash };

/** Blocks of which too many bytes are passed over, with the next one that their seed makes of them, and the digits or the number of both. */
export const madeUpBlocksSchema = z.strictObject({
  version: z.literal(1),
  blocks: z.strictObject({
    seed: hash,
    digits: z.array(z.strictObject({ ...block, digits: z.array(z.int()) })),
    numbers: z.array(z.strictObject({ ...block, number: z.int() })),
  }),
});

export type MadeUpBlocks = z.output<typeof madeUpBlocksSchema>;

/** Every field of such blocks that the rules make otherwise. */
export function blockDifferences({ blocks: { seed, digits, numbers } }: MadeUpBlocks): FieldDifference[] {
  const next: NextBytes = (bytes) => hmacSha256(hexToBytes(seed), bytes);
  const points: readonly (readonly [string, unknown, unknown])[] = [
    ...digits.flatMap((one, at) => [
      [`digits[${at}].next`, one.next, nextOf(one.block, next)] as const,
      [`digits[${at}].digits`, one.digits.join(' '), digitsFrom(hexToBytes(one.block), 3, next).join(' ')] as const,
    ]),
    ...numbers.flatMap((one, at) => [
      [`numbers[${at}].next`, one.next, nextOf(one.block, next)] as const,
      [`numbers[${at}].number`, one.number, numberFrom(hexToBytes(one.block), prizeTable.numbers, next)] as const,
    ]),
  ];
  return points
    .filter(([, claimed, computed]) => claimed !== computed)
    .map(([field, claimed, computed]) => ({ field, claimed: String(claimed), computed: String(computed) }));
}

const nextOf = (text: string, next: NextBytes): string => bytesToHex(next(hexToBytes(text)));
