import { type Kysely, sql, type Transaction } from 'kysely';
import type { Passkey } from '#contract/identity-schemas.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

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
export async function listPasskeys(tables: Kysely<unknown>, memberId: bigint): Promise<Passkey[]> {
  const { rows } = await sql<Dated<Passkey, 'addedAt' | 'lastUsedAt'>>`
    select id, name, synced, added_at as "addedAt", last_used_at as "lastUsedAt" from passkey
    where member_id = ${memberId} order by id desc`.execute(tables);
  return rows.map(inMs);
}

/** Credential ids of the member's passkeys. */
export async function credentialsOf(tables: Kysely<unknown>, memberId: bigint): Promise<Buffer[]> {
  const { rows } = await sql<{ id: Buffer }>`
    select credential_id as id from passkey where member_id = ${memberId}`.execute(tables);
  return rows.map(({ id }) => id);
}

export async function findPasskey(tables: Kysely<unknown>, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    select credential_id as "credentialId", public_key as "publicKey", name, member_id as "memberId", username,
      registration_proof as "registrationProof"
    from passkey join member on member.id = passkey.member_id where credential_id = ${credentialId}`.execute(tables);
  return rows[0];
}

/** Whether it is still a passkey, of any member. */
export async function hasPasskey(tables: Kysely<unknown>, credentialId: Buffer): Promise<boolean> {
  const { rows } = await sql`select from passkey where credential_id = ${credentialId}`.execute(tables);
  return rows.length > 0;
}

/** Stores a passkey; false when the credential is registered already, for any member. */
export async function insertPasskey(transaction: Transaction<unknown>, passkey: NewPasskey): Promise<boolean> {
  const written = await sql`
    insert into passkey (credential_id, member_id, id, name, public_key, counter, synced, added_at)
    values (${passkey.credentialId}, ${passkey.memberId}, ${passkey.id}, ${passkey.name}, ${passkey.publicKey},
      ${passkey.counter}, ${passkey.synced}, ${new Date(passkey.addedAt)})
    on conflict do nothing`.execute(transaction);
  return written.numAffectedRows === 1n;
}

/**
 * Records a use. False when the signature counter has not increased since the last one (unless it is always 0): the authenticator
 * was cloned. The update is atomic, so of two concurrent uses with one counter only one succeeds.
 */
export async function advancePasskey(
  tables: Kysely<unknown>,
  credentialId: Buffer,
  use: { readonly counter: number; readonly synced: boolean; readonly at: number },
): Promise<boolean> {
  const advanced = await sql`
    update passkey set counter = ${use.counter}, synced = ${use.synced}, last_used_at = ${new Date(use.at)}
    where credential_id = ${credentialId}
      and (counter < ${use.counter} or (counter = 0 and ${use.counter}::bigint = 0))`.execute(tables);
  return advanced.numAffectedRows === 1n;
}

/** Deletes the member's passkey of that id; returns its name, or null when there is none. */
export async function deletePasskey(
  transaction: Transaction<unknown>,
  memberId: bigint,
  id: string,
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    delete from passkey where member_id = ${memberId} and id = ${id} returning name`.execute(transaction);
  return rows[0]?.name ?? null;
}
