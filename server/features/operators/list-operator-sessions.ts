import type { OutputOf } from '#contract/operation.ts';
import type { listOperatorSessions as operation } from '#contract/operators.ts';
import type { Call } from '#server/platform/http/binding.ts';
import {
  type OperatorSessionsDependencies,
  openOperatorSessions,
  operatorSessionId,
  operatorTokenHash,
} from './operator-sessions.ts';

/** The operator's own open sessions. */
export async function listOperatorSessions(
  { tables, wallNow }: OperatorSessionsDependencies,
  call: Pick<Call, 'cookies' | 'operator'>,
): Promise<OutputOf<typeof operation>> {
  const own = operatorTokenHash(call);
  const open = await openOperatorSessions(tables, call.operator.operator, wallNow());
  return open.map(({ tokenHash, ...session }) => ({
    id: operatorSessionId(tokenHash),
    current: own?.equals(tokenHash) ?? false,
    ...session,
  }));
}
