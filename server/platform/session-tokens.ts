import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Tokens that say by a key outside the database whose they are: a row in the database alone, written for a token of one's own choice or
 * given to another owner, opens nothing.
 */
export interface SessionTokens<Owner extends bigint | string> {
  /** A new one, of 128 random bits and 128 of their seal. */
  make(owner: Owner): string;
  /** Whether it was made for that owner. */
  isOf(token: string, owner: Owner): boolean;
}

const halfBytes = 16;

export function sessionTokens<Owner extends bigint | string>(key: Buffer): SessionTokens<Owner> {
  const sealOf = (random: Buffer, owner: Owner): Buffer =>
    createHmac('sha256', key).update(random).update(String(owner)).digest().subarray(0, halfBytes);
  return {
    make(owner) {
      const random = randomBytes(halfBytes);
      return Buffer.concat([random, sealOf(random, owner)]).toString('base64url');
    },
    isOf(token, owner) {
      const bytes = Buffer.from(token, 'base64url');
      const seal = bytes.subarray(halfBytes);
      return seal.length === halfBytes && timingSafeEqual(seal, sealOf(bytes.subarray(0, halfBytes), owner));
    },
  };
}
