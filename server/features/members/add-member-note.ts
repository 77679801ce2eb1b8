import { sql, type Transaction } from 'kysely';
import type { MemberNote, addMemberNote as operation } from '#contract/members.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { recordOperatorAct, requireActing } from '#server/platform/operators/operator-acts.ts';
import { newPublicId, seededPublicId } from '#server/platform/public-id.ts';
import type { Operator } from '#server/platform/session.ts';
import { type NoteRow, noteColumns } from './list-member-notes.ts';
import type { MembersDependencies } from './members-dependencies.ts';

/**
 * Writes a note on a member, and the act that the member sees, in one transaction. The words stand in the note alone, which can be erased.
 * Sent again under the same id, by the same operator and in the same words, it is the note that was kept: nobody could remove a second one.
 */
export async function addMemberNote(
  { database, memberNumbers, wallNow }: MembersDependencies,
  { member, id: sentAs, text }: InputOf<typeof operation>,
  by: Operator,
): Promise<OutputOf<typeof operation>> {
  const { memberId } = await requireMember(database, memberNumbers, member);
  const now = Math.trunc(wallNow());
  const seed = JSON.stringify([by.operator, sentAs, text]);
  const id = sentAs === undefined ? newPublicId(now) : seededPublicId(now, seed);
  return await database.transaction().execute(async (transaction) => {
    // As a view of the member, of which this is one: the second of two at once finds the first.
    await lockInTransaction(transaction, 'viewsOfMember', memberId);
    const kept = await findKept(transaction, memberId, id);
    if (kept) {
      await requireActing(transaction, by);
      return kept;
    }
    await recordOperatorAct(transaction, { by, act: 'memberNoted', subject: `note ${id}`, memberId });
    const { rows } = await sql<NoteRow>`
      insert into member_note (member_id, id, operator, role, text)
      values (${memberId}, ${id}, ${by.operator}, ${by.role}, ${text}) returning ${noteColumns}`.execute(transaction);
    const [note] = rows;
    if (!note) throw new Error('the note was not written');
    return inMs(note);
  });
}

/** The member's note whose id has the same random part, or null. */
async function findKept(transaction: Transaction<unknown>, memberId: bigint, id: string): Promise<MemberNote | null> {
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from member_note where member_id = ${memberId} and substr(id, 10) = substr(${id}, 10)`.execute(
    transaction,
  );
  return rows.map(inMs)[0] ?? null;
}
