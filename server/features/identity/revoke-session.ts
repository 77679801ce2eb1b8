import type { revokeSession as operation } from '#contract/identity.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type ReauthenticationDependencies, reauthenticate } from './passwords/reauthenticate.ts';
import { readSession } from './sessions/identity-cookies.ts';
import type { Sessions } from './sessions/sessions.ts';

export type RevokeSessionDependencies = ReauthenticationDependencies & { readonly sessions: Sessions };

/**
 * Signs out one other device of the member, or all others; for its own session a device uses sign-out. Requires the login password, so
 * that a stolen session cannot sign its owner out.
 */
export async function revokeSession(
  dependencies: RevokeSessionDependencies,
  { session: id, login, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { memberId } = call.member;
  const { tables, sessions, acts } = dependencies;
  if (id === sessions.idOf(readSession(call) ?? '')) throw new Refusal('sessionUnknown');
  await reauthenticate(dependencies, { password: login, factor }, call);
  const { count: sessionsEnded, announce } = await tables.transaction().execute(async (transaction) => {
    const ended =
      id === 'others'
        ? await sessions.endOthers(transaction, memberId, readSession(call) ?? '')
        : await sessions.endOne(transaction, memberId, id);
    if (ended.count === 0 && id !== 'others') throw new Refusal('sessionUnknown');
    if (ended.count > 0) await acts.record(transaction, memberId, 'sessionsRevoked');
    return ended;
  });
  await announce();
  if (sessionsEnded > 0) await acts.announce(memberId, 'sessionsRevoked');
  return { sessionsEnded };
}
