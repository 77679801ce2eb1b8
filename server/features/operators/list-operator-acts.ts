import type { Kysely } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { actsPerPage, type listOperatorActs as operation } from '#contract/operators-log.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { OperatorTables } from './operator-tables.ts';

export interface ListOperatorActsDependencies {
  readonly tables: Kysely<OperatorTables>;
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf' | 'idOf'>;
}

/** A subject that names a member by the id inside the server, which the log's chain covers as it is. */
const memberSubject = /^(member|chat) \d+$/;

/** A page of the log, the newest first. Members are named by their numbers. */
export async function listOperatorActs(
  { tables, memberNumbers }: ListOperatorActsDependencies,
  { before, operator, act, member }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  let page = tables
    .selectFrom('operator_act as a')
    .leftJoin('operator_act_chain as c', 'c.act_id', 'a.id')
    .select(['a.id', 'a.operator', 'a.role', 'a.act', 'a.subject', 'a.member_id', 'a.reason', 'a.detail', 'a.at'])
    .select(['c.position', 'c.hash']);
  if (before !== undefined) page = page.where('a.id', '<', BigInt(before));
  if (operator !== undefined) page = page.where('a.operator', '=', operator);
  if (act !== undefined) page = page.where('a.act', '=', act);
  if (member !== undefined) {
    const memberId = memberNumbers.idOf(member);
    if (memberId === null) throw new Refusal('memberUnknown');
    page = page.where('a.member_id', '=', memberId);
  }
  const rows = await page.orderBy('a.id', 'desc').limit(actsPerPage).execute();
  return rows.map(({ id, subject, member_id, detail, at, position, hash, ...row }) => {
    const number = member_id === null ? null : memberNumbers.numberOf(member_id);
    return {
      ...row,
      id: String(id),
      subject: number === null ? subject : subject.replace(memberSubject, `$1 ${number}`),
      member: number,
      detail: JSON.parse(detail),
      at: at.getTime(),
      position: position === null ? null : String(position),
      hash: hash?.toString('hex') ?? null,
    };
  });
}
