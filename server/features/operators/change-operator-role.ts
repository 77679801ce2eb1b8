import { sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { changeOperatorRole as operation } from '#contract/operators.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { lockOperator, requireOtherOwner } from './change-operator.ts';
import type { OperatorSessionsDependencies } from './operator-sessions.ts';

/** Gives an operator another role. The act is recorded first: an owner who steps down does so as an owner. */
export async function changeOperatorRole(
  { tables }: Pick<OperatorSessionsDependencies, 'tables'>,
  { operator, role, reason }: InputOf<typeof operation>,
  { operator: by }: Pick<Call, 'operator'>,
): Promise<OutputOf<typeof operation>> {
  await tables.transaction().execute(async (transaction) => {
    if (role !== 'owner') await requireOtherOwner(transaction, operator);
    const before = await lockOperator(transaction, operator, by);
    const detail = { from: before.role, to: role };
    const subject = `operator ${operator}`;
    await recordOperatorAct(transaction, { by, act: 'operatorRoleChanged', subject, reason, detail });
    await sql`update operator set role = ${role} where name = ${operator}`.execute(transaction);
  });
  return {};
}
