import { createHmac } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import * as z from 'zod/mini';
import { fingerprintOf, otherKey, type SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';

/** The secret part of a card. */
export interface CardSecret {
  readonly number: string;
  readonly name: string;
}

/** Seals cards with AES-256-GCM. Each seal is bound to its card and does not open for another one. */
export interface CardSeal {
  seal(secret: CardSecret, place: string): Buffer;
  open(sealed: Buffer, place: string): CardSecret;
  /** HMAC-SHA-256 of a card's number, in hexadecimal: equal for the same card of any member, and not to be guessed without the key. */
  fingerprint(number: string): string;
}

const secret = z.object({ number: z.string(), name: z.string() });

export function createCardSeal(keys: Pick<SecretKeys, 'first' | 'sealFor'>): CardSeal {
  const text = keys.sealFor('cards');
  const fingerprintKey = keyFor('card fingerprints', keys.first);
  return {
    seal: (value, place) => text.seal(JSON.stringify(value), place),
    open: (sealed, place) => secret.parse(JSON.parse(text.open(sealed, place))),
    fingerprint: (number) => createHmac('sha256', fingerprintKey).update(number).digest('hex'),
  };
}

/**
 * Checks that this database's cards, and the secrets of authenticator apps, are sealed with `key`, its first key; throws otherwise, because
 * other nodes could not open what this one seals. A database without sealed data adopts the key; `hasSealedSecrets` answers for the apps.
 */
export async function requireCardKey(
  tables: QueryExecutorProvider,
  key: Buffer,
  hasSealedSecrets: () => Promise<boolean>,
): Promise<void> {
  const fingerprint = fingerprintOf(key);
  await sql`insert into card_key (fingerprint) values (${fingerprint}) on conflict do nothing`.execute(tables);
  if (!(await hasSealedSecrets())) {
    await sql`update card_key set fingerprint = ${fingerprint} where not exists (select from bank_card)`.execute(
      tables,
    );
  }
  const { rows } = await sql<{ fingerprint: Buffer }>`select fingerprint from card_key`.execute(tables);
  if (!rows[0]?.fingerprint.equals(fingerprint)) {
    throw new Error(otherKey);
  }
}
