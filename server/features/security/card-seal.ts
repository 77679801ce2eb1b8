import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { SecurityTables } from './security-tables.ts';

/** What of a card is a secret. */
export interface CardSecret {
  readonly number: string;
  readonly name: string;
}

/** Seals cards with AES-256-GCM. What is sealed for one card cannot be put in another's place: it does not open there. */
export interface CardSeal {
  seal(secret: CardSecret, place: string): Buffer;
  open(sealed: Buffer, place: string): CardSecret;
}

const cipherName = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

const secret = z.object({ number: z.string(), name: z.string() });

export function createCardSeal(key: Buffer): CardSeal {
  return {
    seal(value, place) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, place) {
      const nonce = sealed.subarray(0, nonceLength);
      const text = sealed.subarray(nonceLength, -tagLength);
      const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(-tagLength));
      return secret.parse(JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')));
    },
  };
}

/**
 * Makes sure that this database's cards are sealed with this key. Throws when they are sealed with another one: what this node
 * would seal no other could open. Without any card the database takes the key on.
 */
export async function requireCardKey(tables: Kysely<SecurityTables>, key: Buffer): Promise<void> {
  const fingerprint = hash('sha256', Buffer.concat([Buffer.from('clearlot card key '), key]), 'buffer');
  await tables
    .insertInto('card_key')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables
    .updateTable('card_key')
    .set({ fingerprint })
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('bank_card').select('id'))))
    .execute();
  const kept = await tables.selectFrom('card_key').select('fingerprint').executeTakeFirstOrThrow();
  if (!kept.fingerprint.equals(fingerprint)) {
    throw new Error(
      'The bank cards of this database are sealed with another key. Set CARD_KEY to that key, or bring its key file back.',
    );
  }
}
