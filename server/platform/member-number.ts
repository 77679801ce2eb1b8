import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { keyFor } from './secret-seal.ts';

/**
 * Ids of members are below this: cells 0 to 1,023, each of 2^40 members (decision 7). The database refuses others (migration 0053), so that
 * each member has a number of sixteen digits.
 */
export const memberIdEnd = 2n ** 50n;

const halfBits = 25;
const halfMask = (1 << halfBits) - 1;
const rounds = 4;

/**
 * The number that a member is known by outside: a permutation of the ids below `memberIdEnd` (a Feistel network of HMAC-SHA-256), so
 * that it is unique without being stored, and says neither how many members there are nor when one came. Sixteen digits.
 */
export function memberNumberOf(key: KeyObject, memberId: bigint): string {
  if (memberId < 0n || memberId >= memberIdEnd) throw new RangeError(`no number for the id ${memberId}`);
  let left = Number(memberId >> BigInt(halfBits));
  let right = Number(memberId & BigInt(halfMask));
  for (let round = 0; round < rounds; round += 1) [left, right] = [right, left ^ mixed(key, round, right)];
  return String(left * 2 ** halfBits + right).padStart(16, '0');
}

/** The id of the member with that number: the inverse of `memberNumberOf`. Null for a text that is no number. */
export function memberIdOf(key: KeyObject, number: string): bigint | null {
  const value = /^\d{16}$/.test(number) ? Number(number) : Number.NaN;
  if (!(value < 2 ** (2 * halfBits))) return null;
  let left = Math.floor(value / 2 ** halfBits);
  let right = value % 2 ** halfBits;
  for (let round = rounds - 1; round >= 0; round -= 1) [left, right] = [right ^ mixed(key, round, left), left];
  return BigInt(left) * (1n << BigInt(halfBits)) + BigInt(right);
}

/** Members' numbers under the key of this product. */
export interface MemberNumbers {
  numberOf(memberId: bigint): string;
  /** Null for a text that is no number; the id need not be a member's. */
  idOf(number: string): bigint | null;
}

/** `secretKey`: the key stored outside the database. */
export function memberNumbers(secretKey: Buffer): MemberNumbers {
  const key = createSecretKey(keyFor('member numbers', secretKey));
  return { numberOf: (memberId) => memberNumberOf(key, memberId), idOf: (number) => memberIdOf(key, number) };
}

function mixed(key: KeyObject, round: number, half: number): number {
  return createHmac('sha256', key).update(`${round} ${half}`).digest().readUInt32BE(0) & halfMask;
}
