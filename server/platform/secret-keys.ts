import { hash } from 'node:crypto';
import type pg from 'pg';
import { createSecretSeal, keyFor, keyIdOf, type SecretSeal } from './secret-seal.ts';

/** What is kept sealed in the database. */
export type SealUse =
  | 'cards'
  | 'authenticators'
  | 'operators’ authenticators'
  | 'push key'
  | 'round seeds'
  | 'replay'
  | 'first key';

/** The keys of this database: those of the setting, the newest first, and the first one that it ever had. */
export interface SecretKeys {
  /**
   * The first key, 256 bits. From it comes what can be derived from no other: members' numbers, the hashes of backup codes and cards, and
   * the key that signs the hourly roots.
   */
  readonly first: Buffer;
  /** The newest key of the setting. From it comes what lives for a while: proofs of work, tickets, known devices. */
  readonly newest: Buffer;
  /** Seals with a key derived from the newest, and opens what any of them sealed. */
  sealFor(use: SealUse): SecretSeal;
  /** The id that what is sealed with the newest key begins with. */
  idFor(use: SealUse): Buffer;
}

const rootPlace = 'first key';

/**
 * The keys, where these open this database; throws where they do not. `given`: keys of the setting or the key file, the newest first.
 */
export async function openSecretKeys(pool: pg.Pool, given: readonly Buffer[]): Promise<SecretKeys> {
  const [newest] = given;
  if (newest === undefined) throw new RangeError('there is no key');
  return keysOf(given, newest, await firstKey(pool, given, newest));
}

/** The keys of a database that has but this one. */
export function onlyKey(key: Buffer): SecretKeys {
  return keysOf([key], key, key);
}

function keysOf(given: readonly Buffer[], newest: Buffer, first: Buffer): SecretKeys {
  return {
    first,
    newest,
    sealFor: (use) =>
      createSecretSeal(keyFor(use, newest), {
        older: given.slice(1).map((key) => keyFor(use, key)),
        // Cards were sealed with the key itself.
        unnamed: use === 'cards' ? first : keyFor(use, first),
      }),
    idFor: (use) => keyIdOf(keyFor(use, newest)),
  };
}

async function firstKey(pool: pg.Pool, given: readonly Buffer[], newest: Buffer): Promise<Buffer> {
  const { rows } = await pool.query<{ sealed: Buffer | null; fingerprint: Buffer | null }>(
    'select (select sealed from sealed_root) as sealed, (select fingerprint from card_key) as fingerprint',
  );
  const { sealed = null, fingerprint = null } = rows[0] ?? {};
  if (sealed === null) return given.find((key) => fingerprint?.equals(fingerprintOf(key))) ?? newest;
  try {
    return Buffer.from(keysOf(given, newest, newest).sealFor('first key').open(sealed, rootPlace), 'hex');
  } catch (cause) {
    throw new Error(otherKey, { cause });
  }
}

/** What a start says whose keys do not open what this database keeps sealed. */
export const otherKey =
  'What this database keeps sealed (bank cards, authenticator apps, seeds) is sealed with another key. Set CARD_KEY to that key, or bring its key file back; after a change of keys the newest is needed.';

/** SHA-256 by which the database identifies a key without holding it. */
export function fingerprintOf(key: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from('clearlot card key '), key]), 'buffer');
}

/** The first key, sealed with the newest. */
export function sealedFirstKey(keys: SecretKeys): Buffer {
  return keys.sealFor('first key').seal(keys.first.toString('hex'), rootPlace);
}
