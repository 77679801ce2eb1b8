import type { Kysely } from 'kysely';
import type { Call } from '#server/platform/http/binding.ts';
import type { IdentityTables, SignInResult } from '../identity-tables.ts';
import { readSession, writeSession } from './identity-cookies.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLog } from './sign-in-log.ts';

export interface SessionDependencies {
  readonly tables: Kysely<IdentityTables>;
  readonly sessions: Sessions;
  readonly signIns: SignInLog;
}

/** Signs the member in on this browser, in place of whoever was signed in there, and notes it in the history; answers the token. */
export async function beginSession(
  { tables, sessions, signIns }: SessionDependencies,
  memberId: bigint,
  result: Extract<SignInResult, 'signedIn' | 'signedInByPasskey'>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent'>,
): Promise<string> {
  const { userAgent, address } = call;
  signIns.note({ memberId, result, userAgent, address });
  const before = readSession(call);
  const token = await sessions.start(tables, { memberId, userAgent, address });
  if (before !== undefined) await sessions.end(before);
  await sessions.endSurplus(memberId);
  writeSession(call, token);
  return token;
}
