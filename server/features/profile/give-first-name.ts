import type { QueryExecutorProvider } from 'kysely';
import { sql } from 'kysely';

/** Sets the real name of a member who has not given one, in the caller's transaction; a name that was given stays. */
export async function giveFirstName(within: QueryExecutorProvider, memberId: bigint, name: string): Promise<void> {
  await sql`update member set real_name = ${name} where id = ${memberId} and real_name = ''`.execute(within);
}
