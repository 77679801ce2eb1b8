import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { Locale } from '#contract/locale.ts';
import { openMemberAccounts } from '#server/ledger/member-accounts.ts';

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
  transaction: Transaction<unknown>,
  member: NewMember,
): Promise<{ id: bigint } | { taken: MemberConflict }> {
  const { rows } = await sql<{ id: bigint }>`
    insert into member (username, password_hash, locale, invitation_code, invited_by, registration_proof, created_at)
    values (${member.username}, ${member.passwordHash}, ${member.locale}, ${member.invitationCode}, ${member.invitedBy},
      ${member.registrationProof}, ${new Date(member.createdAt)})
    on conflict do nothing returning id`.execute(transaction);
  const [made] = rows;
  if (!made) return { taken: await conflictOf(transaction, member) };
  await openMemberAccounts(transaction, made.id);
  return made;
}

async function conflictOf(transaction: Transaction<unknown>, member: NewMember): Promise<MemberConflict> {
  const namesake = await findMember(transaction, member.username);
  if (namesake) return 'username';
  const code = await findInviter(transaction, member.invitationCode);
  return code === null ? 'registrationProof' : 'invitationCode';
}

/** The member of that name, case-insensitively. */
export async function findMember(tables: Kysely<unknown>, username: string): Promise<StoredMember | undefined> {
  const { rows } = await sql<StoredMember>`
    select id, username, password_hash as "passwordHash", registration_proof as "registrationProof" from member
    where lower(username) = ${username.toLowerCase()}`.execute(tables);
  return rows[0];
}

/** Makes sign-ins, and removals of what they show, wait for the end of the transaction. */
export async function lockMember(transaction: QueryExecutorProvider, memberId: bigint): Promise<void> {
  await sql`select from member where id = ${memberId} for no key update`.execute(transaction);
}

/** The owner of the invitation code, or null. */
export async function findInviter(tables: Kysely<unknown>, code: string): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`
    select id from member where invitation_code = ${code.toUpperCase()}`.execute(tables);
  return rows[0]?.id ?? null;
}
