import { type QueryExecutorProvider, sql } from 'kysely';

/** Removes everything that signs a member in beside the password; the backup codes go with the app. */
export async function removeFactors(within: QueryExecutorProvider, memberId: bigint): Promise<void> {
  await sql`delete from authenticator where member_id = ${memberId}`.execute(within);
  await sql`delete from passkey where member_id = ${memberId}`.execute(within);
}
