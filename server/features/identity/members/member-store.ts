import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { Locale } from '#contract/locale.ts';
import { openMemberAccounts } from '#server/ledger/member-accounts.ts';
import type { IdentityTables } from '../identity-tables.ts';

export interface NewMember {
  readonly username: string;
  readonly passwordHash: string;
  readonly locale: Locale;
  readonly invitationCode: string;
  /** Null for the house. */
  readonly invitedBy: bigint | null;
  readonly registrationProof: Buffer;
  readonly createdAt: number;
}

export interface StoredMember {
  readonly id: bigint;
  readonly username: string;
  readonly passwordHash: string;
  readonly registrationProof: Buffer;
}

/** The unique value that a new member conflicts with. */
export type MemberConflict = 'username' | 'invitationCode' | 'registrationProof';

/**
 * Inserts the member and its ledger accounts; returns its id, or the value that is taken. Unique indexes decide between concurrent
 * registrations; `on conflict do nothing` keeps the transaction usable.
 */
export async function insertMember(
  transaction: Transaction<IdentityTables>,
  member: NewMember,
): Promise<{ id: bigint } | { taken: MemberConflict }> {
  const made = await transaction
    .insertInto('member')
    .values({
      username: member.username,
      password_hash: member.passwordHash,
      locale: member.locale,
      invitation_code: member.invitationCode,
      invited_by: member.invitedBy,
      registration_proof: member.registrationProof,
      created_at: new Date(member.createdAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return { taken: await conflictOf(transaction, member) };
  await openMemberAccounts(transaction, made.id);
  return made;
}

async function conflictOf(transaction: Transaction<IdentityTables>, member: NewMember): Promise<MemberConflict> {
  const namesake = await findMember(transaction, member.username);
  if (namesake) return 'username';
  const code = await findInviter(transaction, member.invitationCode);
  return code === null ? 'registrationProof' : 'invitationCode';
}

/** The member of that name, case-insensitively. */
export async function findMember(tables: Kysely<IdentityTables>, username: string): Promise<StoredMember | undefined> {
  return await tables
    .selectFrom('member')
    .select(['id', 'username', 'password_hash as passwordHash', 'registration_proof as registrationProof'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

/** Makes sign-ins, and removals of what they show, wait for the end of the transaction. */
export async function lockMember(transaction: QueryExecutorProvider, memberId: bigint): Promise<void> {
  await sql`select from member where id = ${memberId} for no key update`.execute(transaction);
}

/** The owner of the invitation code, or null. */
export async function findInviter(tables: Kysely<IdentityTables>, code: string): Promise<bigint | null> {
  const row = await tables
    .selectFrom('member')
    .select('id')
    .where('invitation_code', '=', code.toUpperCase())
    .executeTakeFirst();
  return row?.id ?? null;
}
