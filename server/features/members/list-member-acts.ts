import { sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { listMemberActs as operation } from '#contract/members.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { OperatorRole } from '#contract/roles.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import type { Operator } from '#server/platform/session.ts';
import type { MembersDependencies } from './members-dependencies.ts';
import { viewedMember } from './viewed-member.ts';

interface ActRow {
  readonly id: string;
  readonly act: SecurityAct;
  readonly detail: string;
  readonly at: Date;
  readonly operator: string | null;
  readonly role: OperatorRole | null;
  readonly done: string | null;
  readonly reason: string | null;
}

/** What the member has in the list of security acts, with the operators' names. That an operator looked is recorded. */
export async function listMemberActs(
  dependencies: MembersDependencies,
  { member, before }: InputOf<typeof operation>,
  by: Operator,
): Promise<OutputOf<typeof operation>> {
  const memberId = await viewedMember(dependencies, member, by);
  const { rows } = await sql<ActRow>`
    select s.id, s.act, s.detail, s.at, o.operator, o.role, o.act as done, o.reason
    from security_act as s left join operator_act as o on o.id = s.operator_act
    where s.member_id = ${memberId} and (${before ?? null}::text is null or s.id < ${before ?? null})
    order by s.id desc limit ${pageSize}`.execute(dependencies.database);
  return rows.map(inMs).map(({ operator, role, done, reason, ...row }) => ({
    ...row,
    operator: operator && role && done ? { operator, role, act: done, reason: reason ?? '' } : null,
  }));
}
