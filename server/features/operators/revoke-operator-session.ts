import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { revokeOperatorSession as operation } from '#contract/operators.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { recordOperatorAct, requireActing } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  endOperatorSession,
  type OperatorSessionsDependencies,
  openOperatorSessions,
  operatorSessionId,
} from './operator-sessions.ts';

/** Ends one of the operator's own sessions. */
export async function revokeOperatorSession(
  { tables, wallNow }: OperatorSessionsDependencies,
  { session: id }: InputOf<typeof operation>,
  { operator: by }: Pick<Call, 'operator'>,
): Promise<OutputOf<typeof operation>> {
  await tables.transaction().execute(async (transaction) => {
    // The operator before the session, as whatever ends all sessions locks them.
    await requireActing(transaction, by);
    const open = await openOperatorSessions(transaction, by.operator, wallNow());
    const session = open.find(({ tokenHash }) => operatorSessionId(tokenHash) === id);
    const ended = session && (await endOperatorSession(transaction, session.tokenHash, wallNow()));
    if (!ended) throw new Refusal('sessionUnknown');
    const subject = `session ${id}`;
    await recordOperatorAct(transaction, { by, act: 'sessionRevoked', subject });
  });
  return {};
}
