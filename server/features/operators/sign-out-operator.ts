import { sql } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { signOutOperator as operation } from '#contract/operators-sign-in.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
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
    const { rows } = await sql<ActingOperator>`
      select o.name as operator, o.role from operator_session as s join operator as o on o.name = s.operator
      where s.token_hash = ${tokenHash} and o.ended_at is null for share of o`.execute(transaction);
    const ended = await endOperatorSession(transaction, tokenHash, wallNow());
    const [by] = rows;
    if (!by || ended === null) return;
    await recordOperatorAct(transaction, { by, act: 'signedOut', subject: `operator ${by.operator}` });
  });
  return {};
}
