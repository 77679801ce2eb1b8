import type { Kysely } from 'kysely';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import type { NotificationTables } from '../notification-tables.ts';

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
export async function openPushKey(tables: Kysely<NotificationTables>, seal: SecretSeal): Promise<PushKey> {
  const kept = await readKey(tables);
  if (!kept) {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await tables
      .insertInto('push_key')
      .values({ public_key: publicKey, sealed_private_key: seal.seal(privateKey, pushKeyPlace) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const stored = kept ?? (await readKey(tables));
  if (!stored) throw new Error('the key of push messages was not stored');
  try {
    return { publicKey: stored.public_key, privateKey: seal.open(stored.sealed_private_key, pushKeyPlace) };
  } catch (cause) {
    throw new Error(
      'The key of push messages in this database is sealed with another key. Set CARD_KEY to that key, or bring its key file back.',
      { cause },
    );
  }
}

function readKey(tables: Kysely<NotificationTables>) {
  return tables.selectFrom('push_key').select(['public_key', 'sealed_private_key']).executeTakeFirst();
}
