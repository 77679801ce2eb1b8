import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { createOperator as operation } from '#contract/operators.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { addOperator } from './operator-links.ts';
import type { OperatorSessionsDependencies } from './operator-sessions.ts';

/** Creates an operator. */
export function createOperator(
  { tables, wallNow }: OperatorSessionsDependencies,
  input: InputOf<typeof operation>,
  { operator: by }: Pick<Call, 'operator'>,
): Promise<OutputOf<typeof operation>> {
  return tables.transaction().execute((transaction) => addOperator(transaction, input, by, wallNow()));
}
