import { type QueryExecutorProvider, sql } from 'kysely';

/** Removes all of a member's second factors and passkeys; backup codes are deleted with the app. */
export async function removeFactors(within: QueryExecutorProvider, memberId: bigint): Promise<void> {
  await sql`delete from authenticator where member_id = ${memberId}`.execute(within);
  await sql`delete from passkey where member_id = ${memberId}`.execute(within);
}
