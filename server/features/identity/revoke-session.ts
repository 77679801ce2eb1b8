import type { Kysely } from 'kysely';
import type { revokeSession as operation } from '#contract/identity.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { IdentityTables } from './identity-tables.ts';
import { readSession } from './sessions/identity-cookies.ts';
import type { Sessions } from './sessions/sessions.ts';

export interface RevokeSessionDependencies {
  readonly tables: Kysely<IdentityTables>;
  readonly sessions: Sessions;
  readonly acts: SecurityActs;
}

/** Signs out one other device of the member, or all others; for its own session a device uses sign-out. */
export async function revokeSession(
  { tables, sessions, acts }: RevokeSessionDependencies,
  id: string,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { memberId } = call.member;
  const token = readSession(call) ?? '';
  if (id === sessions.idOf(token)) throw new Refusal('sessionUnknown');
  const sessionsEnded =
    id === 'others' ? await sessions.endOthers(memberId, token) : await sessions.endOne(memberId, id);
  if (sessionsEnded === 0 && id !== 'others') throw new Refusal('sessionUnknown');
  if (sessionsEnded > 0) {
    await acts.record(tables, memberId, 'sessionsRevoked');
    await acts.announce(memberId, 'sessionsRevoked');
  }
  return { sessionsEnded };
}
