import { type Kysely, sql } from 'kysely';
import type { SecretSeal } from '#server/platform/secret-seal.ts';

/** The key pair that push messages are signed with (VAPID, RFC 8292), base64url. */
export interface PushKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The place that it is sealed for. */
export const pushKeyPlace = 'push key';

/**
 * The key pair of this database, made at the first start; nodes that start at once use the same one. The private half is
 * sealed. Throws when it was sealed with another one.
 */
export async function openPushKey(tables: Kysely<unknown>, seal: SecretSeal): Promise<PushKey> {
  const kept = await readKey(tables);
  if (!kept) {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await sql`
      insert into push_key (public_key, sealed_private_key) values (${publicKey}, ${seal.seal(privateKey, pushKeyPlace)})
      on conflict do nothing`.execute(tables);
  }
  const stored = kept ?? (await readKey(tables));
  if (!stored) throw new Error('the key of push messages was not stored');
  try {
    return { publicKey: stored.publicKey, privateKey: seal.open(stored.sealed, pushKeyPlace) };
  } catch (cause) {
    throw new Error(
      'The key of push messages in this database is sealed with another key. Set CARD_KEY to that key, or bring its key file back.',
      { cause },
    );
  }
}

async function readKey(tables: Kysely<unknown>) {
  const { rows } = await sql<{ publicKey: string; sealed: Buffer }>`
    select public_key as "publicKey", sealed_private_key as sealed from push_key`.execute(tables);
  return rows[0];
}
