import { type Kysely, sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { actsPerPage, type listOperatorActs as operation } from '#contract/operators-log.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface ListOperatorActsDependencies {
  readonly tables: Kysely<unknown>;
  readonly memberNumbers: Pick<MemberNumbers, 'numberOf' | 'idOf'>;
}

/** A subject that names a member by the id inside the server, which the log's chain covers as it is. */
const memberSubject = /^(member|chat) \d+$/;

/** A page of the log, the newest first. Members are named by their numbers. */
export async function listOperatorActs(
  { tables, memberNumbers }: ListOperatorActsDependencies,
  { before, operator, act, member }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const memberId = member === undefined ? null : memberNumbers.idOf(member);
  if (member !== undefined && memberId === null) throw new Refusal('memberUnknown');
  const { rows } = await sql<ActRow>`
    select a.id, a.operator, a.role, a.act, a.subject, a.member_id as "memberId", a.reason, a.detail, a.at,
      c.position::text, encode(c.hash, 'hex') as hash
    from operator_act as a left join operator_act_chain as c on c.act_id = a.id
    where true
      ${before === undefined ? sql`` : sql`and a.id < ${before}`}
      ${operator === undefined ? sql`` : sql`and a.operator = ${operator}`}
      ${act === undefined ? sql`` : sql`and a.act = ${act}`}
      ${memberId === null ? sql`` : sql`and a.member_id = ${memberId}`}
    order by a.id desc limit ${actsPerPage}`.execute(tables);
  return rows.map(inMs).map(({ id, subject, memberId, detail, ...row }) => {
    const number = memberId === null ? null : memberNumbers.numberOf(memberId);
    return {
      ...row,
      id: String(id),
      subject: number === null ? subject : subject.replace(memberSubject, `$1 ${number}`),
      member: number,
      detail: JSON.parse(detail),
    };
  });
}

interface ActRow {
  readonly id: bigint;
  readonly operator: string;
  readonly role: OperatorRole;
  readonly act: string;
  readonly subject: string;
  readonly memberId: bigint | null;
  readonly reason: string;
  readonly detail: string;
  readonly at: Date;
  readonly position: string | null;
  readonly hash: string | null;
}
