import type { listSessions as operation } from '#contract/identity.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { readSession } from './sessions/identity-cookies.ts';
import type { Sessions } from './sessions/sessions.ts';

/** The member's open sessions. */
export async function listSessions(
  sessions: Sessions,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const open = await sessions.list(call.member.memberId);
  const own = sessions.idOf(readSession(call) ?? '');
  return open.map((session) => ({ ...session, current: session.id === own }));
}
