import type { OutputOf } from '#contract/operation.ts';
import type { signOutOperator as operation } from '#contract/operators-sign-in.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { operatorCookieName } from '#server/platform/session.ts';
import type { EnterOperatorDependencies } from './enter-operator.ts';
import { endOperatorSession, operatorTokenHash } from './operator-sessions.ts';

/** Ends the browser's session. Idempotent. */
export async function signOutOperator(
  { tables, wallNow }: Pick<EnterOperatorDependencies, 'tables' | 'wallNow'>,
  call: Pick<Call, 'cookies'>,
): Promise<OutputOf<typeof operation>> {
  const tokenHash = operatorTokenHash(call);
  call.cookies.clear(operatorCookieName);
  if (tokenHash === null) return {};
  await tables.transaction().execute(async (transaction) => {
    // The operator before the session, as whatever ends all sessions locks them: the role stays what it is until the commit.
    const known = await transaction
      .selectFrom('operator_session as s')
      .innerJoin('operator as o', 'o.name', 's.operator')
      .select(['o.name as operator', 'o.role', 'o.ended_at'])
      .where('s.token_hash', '=', tokenHash)
      .forShare('o')
      .executeTakeFirst();
    const ended = await endOperatorSession(transaction, tokenHash, wallNow());
    if (!known || known.ended_at !== null || ended === null) return;
    const { operator, role } = known;
    const by = { operator, role };
    await recordOperatorAct(transaction, { by, act: 'signedOut', subject: `operator ${operator}` });
  });
  return {};
}
