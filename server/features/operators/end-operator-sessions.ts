import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { endOperatorSessions as operation } from '#contract/operators.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { lockOperator } from './change-operator.ts';
import { endSessionsOf, type OperatorSessionsDependencies } from './operator-sessions.ts';

/** Signs an operator out everywhere. */
export async function endOperatorSessions(
  { tables, wallNow }: OperatorSessionsDependencies,
  { operator, reason }: InputOf<typeof operation>,
  { operator: by }: Pick<Call, 'operator'>,
): Promise<OutputOf<typeof operation>> {
  await tables.transaction().execute(async (transaction) => {
    await lockOperator(transaction, operator, by);
    await recordOperatorAct(transaction, { by, act: 'operatorSessionsEnded', subject: `operator ${operator}`, reason });
    await endSessionsOf(transaction, operator, wallNow());
  });
  return {};
}
