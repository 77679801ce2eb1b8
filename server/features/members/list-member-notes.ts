import { type RawBuilder, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { MemberNote, listMemberNotes as operation } from '#contract/members.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import type { Operator } from '#server/platform/session.ts';
import type { MembersDependencies } from './members-dependencies.ts';
import { viewedMember } from './viewed-member.ts';

export type NoteRow = Dated<MemberNote, 'writtenAt'>;

export const noteColumns: RawBuilder<unknown> = sql`id, operator, role, text, written_at as "writtenAt"`;

/** The notes on a member. That an operator looked is recorded. */
export async function listMemberNotes(
  dependencies: MembersDependencies,
  { member, before }: InputOf<typeof operation>,
  by: Operator,
): Promise<OutputOf<typeof operation>> {
  const memberId = await viewedMember(dependencies, member, by);
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from member_note
    where member_id = ${memberId} and (${before ?? null}::text is null or id < ${before ?? null})
    order by id desc limit ${pageSize}`.execute(dependencies.database);
  return rows.map(inMs);
}
