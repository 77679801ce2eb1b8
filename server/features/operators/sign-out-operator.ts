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
    const operator = await endOperatorSession(transaction, tokenHash, wallNow());
    const known =
      operator !== null &&
      (await transaction
        .selectFrom('operator')
        .select('role')
        .where('name', '=', operator)
        .where('ended_at', 'is', null)
        .executeTakeFirst());
    if (!known || operator === null) return;
    const by = { operator, role: known.role };
    await recordOperatorAct(transaction, {
      by,
      act: 'signedOut',
      subject: `operator ${operator}`,
      memberId: null,
      reason: '',
    });
  });
  return {};
}
