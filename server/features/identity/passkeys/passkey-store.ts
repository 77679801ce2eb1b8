import { type Kysely, sql, type Transaction } from 'kysely';
import type { Passkey } from '#contract/identity-schemas.ts';
import type { IdentityTables } from '../identity-tables.ts';

export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly memberId: bigint;
  readonly id: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly synced: boolean;
  readonly addedAt: number;
}

/** A passkey with its owner, for a sign-in. */
export interface StoredPasskey {
  readonly credentialId: Buffer;
  readonly memberId: bigint;
  readonly username: string;
  readonly registrationProof: Buffer;
  readonly publicKey: Buffer;
  readonly name: string;
}

/** The member's passkeys, the newest first. */
export async function listPasskeys(tables: Kysely<IdentityTables>, memberId: bigint): Promise<Passkey[]> {
  const rows = await tables
    .selectFrom('passkey')
    .select(['id', 'name', 'synced', 'added_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ added_at, last_used_at, ...row }) => ({
    ...row,
    addedAt: added_at.getTime(),
    lastUsedAt: last_used_at?.getTime() ?? null,
  }));
}

/** Credential ids of the member's passkeys. */
export async function credentialsOf(tables: Kysely<IdentityTables>, memberId: bigint): Promise<Buffer[]> {
  const rows = await tables.selectFrom('passkey').select('credential_id').where('member_id', '=', memberId).execute();
  return rows.map((row) => row.credential_id);
}

export async function findPasskey(
  tables: Kysely<IdentityTables>,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  return await tables
    .selectFrom('passkey')
    .innerJoin('member', 'member.id', 'passkey.member_id')
    .select(['credential_id as credentialId', 'public_key as publicKey', 'name'])
    .select(['member_id as memberId', 'username', 'registration_proof as registrationProof'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Whether it is still a passkey, of any member. */
export async function hasPasskey(tables: Kysely<IdentityTables>, credentialId: Buffer): Promise<boolean> {
  const row = await tables
    .selectFrom('passkey')
    .select('id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a passkey; false when the credential is registered already, for any member. */
export async function insertPasskey(transaction: Transaction<IdentityTables>, passkey: NewPasskey): Promise<boolean> {
  const written = await transaction
    .insertInto('passkey')
    .values({
      credential_id: passkey.credentialId,
      member_id: passkey.memberId,
      id: passkey.id,
      name: passkey.name,
      public_key: passkey.publicKey,
      counter: BigInt(passkey.counter),
      synced: passkey.synced,
      added_at: new Date(passkey.addedAt),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/**
 * Records a use. False when the signature counter has not increased since the last one (unless it is always 0): the authenticator
 * was cloned. The update is atomic, so of two concurrent uses with one counter only one succeeds.
 */
export async function advancePasskey(
  tables: Kysely<IdentityTables>,
  credentialId: Buffer,
  use: { readonly counter: number; readonly synced: boolean; readonly at: number },
): Promise<boolean> {
  const counter = BigInt(use.counter);
  const advanced = await tables
    .updateTable('passkey')
    .set({ counter, synced: use.synced, last_used_at: new Date(use.at) })
    .where('credential_id', '=', credentialId)
    .where(({ or, and, eb }) =>
      or([eb('counter', '<', counter), and([eb('counter', '=', 0n), eb(sql<bigint>`${counter}::bigint`, '=', 0n)])]),
    )
    .executeTakeFirst();
  return advanced.numUpdatedRows === 1n;
}

/** Deletes the member's passkey of that id; returns its name, or null when there is none. */
export async function deletePasskey(
  transaction: Transaction<IdentityTables>,
  memberId: bigint,
  id: string,
): Promise<string | null> {
  const removed = await transaction
    .deleteFrom('passkey')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return removed?.name ?? null;
}
