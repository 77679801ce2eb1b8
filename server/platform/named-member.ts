import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import type { MemberNumbers } from './member-number.ts';
import { Refusal } from './refusal.ts';

/** A member whom an operator's call names. */
export interface NamedMember {
  readonly memberId: bigint;
  readonly timeZone: string;
}

/** The member with that number. Throws `memberUnknown`, also for a deleted account. */
export async function requireMember(
  within: QueryExecutorProvider,
  numbers: Pick<MemberNumbers, 'idOf'>,
  number: string,
): Promise<NamedMember> {
  const id = numbers.idOf(number);
  const { rows } = await sql<NamedMember>`
    select id as "memberId", time_zone as "timeZone" from member where id = ${id} and username is not null`.execute(
    within,
  );
  const [member] = rows;
  if (!member) throw new Refusal('memberUnknown');
  return member;
}

/** Whether the member's account is deleted. */
export async function isAccountDeleted(pool: Pick<pg.Pool, 'query'>, memberId: bigint): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'deleted account',
    text: 'select from member_deletion where member_id = $1',
    values: [memberId],
  });
  return rowCount === 1;
}
