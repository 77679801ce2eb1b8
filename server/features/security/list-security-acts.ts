import { type Kysely, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { ActOnMember } from '#contract/operator-acts.ts';
import type { OperatorRole } from '#contract/roles.ts';
import type { listSecurityActs as operation } from '#contract/security.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Security acts of the member, newest first, a page of those before `before`; all, or what operators did. */
export async function listSecurityActs(
  tables: Kysely<unknown>,
  memberId: bigint,
  { before, by }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  if (before !== undefined) {
    const { rows } = await sql`select from security_act where member_id = ${memberId} and id = ${before}`.execute(
      tables,
    );
    if (rows.length === 0) throw new Refusal('securityActUnknown');
  }
  const { rows } = await sql<ActRow>`
    select s.id, s.act, s.detail, s.at, o.act as done, o.role, o.reason, o.about
    from security_act as s left join operator_act as o on o.id = s.operator_act
    where s.member_id = ${memberId} and (${before ?? null}::text is null or s.id < ${before ?? null})
      and (s.operator_act is not null or not ${by === 'operators'})
    order by s.id desc limit ${pageSize}`.execute(tables);
  return rows.map(inMs).map(({ done, role, reason, about, ...row }) => ({
    ...row,
    operator: done && role && reason !== null ? { act: done, role, reason, about } : null,
  }));
}

interface ActRow {
  readonly id: string;
  readonly act: SecurityAct;
  readonly detail: string;
  readonly at: Date;
  readonly done: ActOnMember | null;
  readonly role: OperatorRole | null;
  readonly reason: string | null;
  readonly about: string | null;
}
