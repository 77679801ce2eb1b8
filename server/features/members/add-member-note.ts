import { sql } from 'kysely';
import type { addMemberNote as operation } from '#contract/members.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { Operator } from '#server/platform/session.ts';
import { type NoteRow, noteColumns, noteOf } from './list-member-notes.ts';
import type { MembersDependencies } from './members-dependencies.ts';

/** Writes a note on a member, and the act that the member sees, in one transaction. The words stand in the note alone, which can be erased. */
export async function addMemberNote(
  { database, memberNumbers, wallNow }: MembersDependencies,
  { member, text }: InputOf<typeof operation>,
  by: Operator,
): Promise<OutputOf<typeof operation>> {
  const { memberId } = await requireMember(database, memberNumbers, member);
  const id = newPublicId(Math.trunc(wallNow()));
  return await database.transaction().execute(async (transaction) => {
    const act = { by, act: 'memberNoted', subject: `note ${id}`, memberId, reason: '' } as const;
    await recordOperatorAct(transaction, act);
    const { rows } = await sql<NoteRow>`
      insert into member_note (member_id, id, operator, role, text)
      values (${memberId}, ${id}, ${by.operator}, ${by.role}, ${text}) returning ${noteColumns}`.execute(transaction);
    const [note] = rows;
    if (!note) throw new Error('the note was not written');
    return noteOf(note);
  });
}
