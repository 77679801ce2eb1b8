import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Sets the real name of a member who has not given one, in the caller's transaction; a name that was given stays. Returns whether it was set,
 * which is an entry of the caller's.
 */
export async function giveFirstName(within: QueryExecutorProvider, memberId: bigint, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update member set real_name = ${name} where id = ${memberId} and real_name = ''`.execute(within);
  return numAffectedRows === 1n;
}
