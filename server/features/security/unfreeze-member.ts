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
    const frozen = await transaction
      .selectFrom('account_freeze')
      .select(['held_by', 'by_member'])
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst();
    if (!frozen || frozen.held_by === null) throw new Refusal('notFrozenByOperator');
    if (frozen.by_member) {
      await transaction
        .updateTable('account_freeze')
        .set({ held_by: null, holds_until: null })
        .where('member_id', '=', memberId)
        .execute();
    } else await transaction.deleteFrom('account_freeze').where('member_id', '=', memberId).execute();
    await recordOperatorAct(transaction, { by, act: 'memberUnfrozen', ...onMember(memberId), reason });
  });
  return {};
}
