import type { changeLoginPassword as operation } from '#contract/identity.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type FactorDependencies, requireFactor } from './factors/factor-check.ts';
import { requireLoginPassword } from './passwords/require-login-password.ts';
import { requireOtherPassword } from './passwords/require-other-password.ts';
import { readSession } from './sessions/identity-cookies.ts';
import type { Sessions } from './sessions/sessions.ts';

export type LoginPasswordDependencies = FactorDependencies & { readonly sessions: Sessions };

/** Changes the login password and signs out every other device. */
export async function changeLoginPassword(
  dependencies: LoginPasswordDependencies,
  input: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, sessions, acts } = dependencies;
  const { memberId, username } = call.member;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  await requireOtherPassword(username, input.password);
  const before = await requireLoginPassword(dependencies, input.oldpassword, input.code, call);
  await requireFactor(dependencies, memberId, input.factor);
  const after = await passwords.hash(input.password);
  await tables.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('member')
      .set({ password_hash: after })
      .where('id', '=', memberId)
      // Changed concurrently from another device: the checked password is no longer current.
      .where('password_hash', '=', before)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) throw new Refusal('oldPasswordWrong');
    await acts.record(transaction, memberId, 'loginPasswordChanged');
  });
  const sessionsEnded = await sessions.endOthers(memberId, readSession(call) ?? '');
  await acts.announce(memberId, 'loginPasswordChanged');
  return { sessionsEnded };
}
