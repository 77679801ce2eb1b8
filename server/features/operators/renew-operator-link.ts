import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { renewOperatorLink as operation } from '#contract/operators.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { lockOperator } from './change-operator.ts';
import { atServer, makeLink } from './operator-links.ts';
import { endSessionsOf, type OperatorSessionsDependencies } from './operator-sessions.ts';

/** A new link for an operator who cannot sign in. All sessions of the operator end. */
export function renewOperatorLink(
  { tables, wallNow }: OperatorSessionsDependencies,
  { operator, reason }: InputOf<typeof operation>,
  by: ActingOperator,
  madeBy: string = by.operator,
): Promise<OutputOf<typeof operation>> {
  return tables.transaction().execute(async (transaction) => {
    await lockOperator(transaction, operator, by);
    await recordOperatorAct(transaction, { by, act: 'operatorLinkMade', subject: `operator ${operator}`, reason });
    // Its own maker stays signed in, who has yet to read the link.
    if (by.operator !== operator || madeBy === atServer) await endSessionsOf(transaction, operator, wallNow());
    return await makeLink(transaction, operator, madeBy, wallNow());
  });
}
