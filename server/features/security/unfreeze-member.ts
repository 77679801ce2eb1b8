import { sql } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { unfreezeMember as operation } from '#contract/security-operators.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { onMember, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Operator } from '#server/platform/session.ts';
import type { OperatorFreezeDependencies } from './freeze-member.ts';

/** Lifts an operator's freeze; the member's own freeze stays. Throws `notFrozenByOperator`. */
export async function unfreezeMember(
  { tables, memberNumbers }: Pick<OperatorFreezeDependencies, 'tables' | 'memberNumbers'>,
  { member, reason }: InputOf<typeof operation>,
  by: Operator,
): Promise<Record<string, never>> {
  await tables.transaction().execute(async (transaction) => {
    const { memberId } = await requireMember(transaction, memberNumbers, member);
    const { rows } = await sql<{ byMember: boolean }>`
      select by_member as "byMember" from account_freeze where member_id = ${memberId} and held_by is not null
      for update`.execute(transaction);
    if (!rows[0]) throw new Refusal('notFrozenByOperator');
    const ending = rows[0].byMember
      ? sql`update account_freeze set held_by = null, holds_until = null where member_id = ${memberId}`
      : sql`delete from account_freeze where member_id = ${memberId}`;
    await ending.execute(transaction);
    await recordOperatorAct(transaction, { by, act: 'memberUnfrozen', ...onMember(memberId), reason });
  });
  return {};
}
