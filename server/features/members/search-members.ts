import { sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { FoundMember } from '#contract/members.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { type ActingOperator, recordOperatorLook } from '#server/platform/operators/operator-acts.ts';
import type { MembersDependencies } from './members-dependencies.ts';

/**
 * Members whose name begins so, in the order of the names, or the one with that number. That an operator searched is recorded: both at
 * once, but nothing is found where nothing was recorded.
 */
export async function searchMembers(
  { database, memberNumbers }: Pick<MembersDependencies, 'database' | 'memberNumbers'>,
  search: string,
  by: ActingOperator,
): Promise<FoundMember[]> {
  const [rows] = await Promise.all([
    readMembers(database, `${search.toLowerCase()}%`, memberNumbers.idOf(search)),
    recordOperatorLook(database, { by, act: 'membersSearched', subject: `search ${search}` }),
  ]);
  return rows.map(inMs).map(({ id, ...row }) => ({ ...row, number: memberNumbers.numberOf(id) }));
}

async function readMembers(database: MembersDependencies['database'], prefix: string, numbered: bigint | null) {
  const { rows } = await sql<Dated<Omit<FoundMember, 'number'>, 'createdAt'> & { readonly id: bigint }>`
    select m.id, m.username, m.nickname, m.created_at as "createdAt",
      exists (select from account_freeze as f where f.member_id = m.id) as "isFrozen"
    from (
      (select * from member where lower(username) like ${prefix} order by lower(username) using ~<~ limit ${pageSize})
      union all
      select * from member where id = ${numbered} and lower(username) not like ${prefix}
    ) as m`.execute(database);
  return rows;
}
