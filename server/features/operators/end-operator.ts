import { sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { endOperator as operation } from '#contract/operators.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { lockOperator, requireOtherOwner } from './change-operator.ts';
import { endSessionsOf, type OperatorSessionsDependencies } from './operator-sessions.ts';

/** Ends an operator, the sessions and the open links. */
export async function endOperator(
  { tables, wallNow }: OperatorSessionsDependencies,
  { operator, reason }: InputOf<typeof operation>,
  { operator: by }: Pick<Call, 'operator'>,
): Promise<OutputOf<typeof operation>> {
  await tables.transaction().execute(async (transaction) => {
    await requireOtherOwner(transaction, operator);
    await lockOperator(transaction, operator, by);
    await recordOperatorAct(transaction, { by, act: 'operatorEnded', subject: `operator ${operator}`, reason });
    await endSessionsOf(transaction, operator, wallNow());
    await sql`update operator set ended_at = ${new Date(wallNow())} where name = ${operator}`.execute(transaction);
  });
  return {};
}
