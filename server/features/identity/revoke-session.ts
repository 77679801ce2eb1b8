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
  const token = readSession(call) ?? '';
  const sessionsEnded =
    id === 'others' ? await sessions.endOthers(memberId, token) : await sessions.endOne(memberId, id);
  if (sessionsEnded === 0 && id !== 'others') throw new Refusal('sessionUnknown');
  if (sessionsEnded > 0) {
    await acts.record(tables, memberId, 'sessionsRevoked');
    await acts.announce(memberId, 'sessionsRevoked');
  }
  return { sessionsEnded };
}
