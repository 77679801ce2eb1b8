import { sql } from 'kysely';
import type { changeLoginPassword as operation } from '#contract/identity.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { turnOfMember } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import type { FactorDependencies } from './factors/factor-check.ts';
import { reauthenticate } from './passwords/reauthenticate.ts';
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
  if (input.password === input.oldpassword) throw new Refusal('passwordUnchanged');
  await requireOtherPassword(username, input.password);
  passwords.requireRoom(turnOfMember(memberId));
  await requireCaptcha(dependencies, call, input.code);
  const before = await reauthenticate(dependencies, { password: input.oldpassword, factor: input.factor }, call);
  const after = await passwords.hash(turnOfMember(memberId), input.password);
  const ended = await tables.transaction().execute(async (transaction) => {
    // Before the member's other rows, as a deletion does.
    await lockAvailable(transaction, memberId);
    const changed = await sql`
      update member set password_hash = ${after} where id = ${memberId} and password_hash = ${before}`.execute(
      transaction,
    );
    // Changed concurrently from another device: the checked password is no longer current.
    if (changed.numAffectedRows !== 1n) throw new Refusal('oldPasswordWrong');
    await acts.record(transaction, memberId, 'loginPasswordChanged');
    return await sessions.endOthers(transaction, memberId, readSession(call) ?? '');
  });
  await ended.announce();
  await acts.announce(memberId, 'loginPasswordChanged');
  return { sessionsEnded: ended.count };
}
