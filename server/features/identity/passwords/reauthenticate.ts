import type { Call } from '#server/platform/http/binding.ts';
import { turnOfMember } from '#server/platform/network.ts';
import type { OwnerProof } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sessionSubjects } from '#server/platform/sign-in-failures/sign-in-policy.ts';
import { type FactorDependencies, requireFactor } from '../factors/factor-check.ts';
import { readSession, writeSession } from '../sessions/identity-cookies.ts';
import { requireOpenSession } from '../sessions/require-open-session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { checkPassword } from './password-check.ts';

export interface ReauthenticationDependencies extends FactorDependencies {
  readonly sessions: Pick<Sessions, 'renew'>;
}

/**
 * Makes sure that the owner acts, and not just somebody with the session's cookie: requires the login password, and the factor where
 * one is set up. Then the session gets a new token, so that a copy of the old one is worth nothing. Returns the password hash that
 * matched. Failures count by session, apart from sign-ins: neither can lock out the other.
 */
export async function reauthenticate(
  dependencies: ReauthenticationDependencies,
  { password, factor }: OwnerProof,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<string> {
  const { passwords, sessions } = dependencies;
  const { memberId, username } = call.member;
  if (password === undefined) throw new Refusal('loginPasswordNeeded');
  passwords.requireRoom(turnOfMember(memberId));
  const token = readSession(call) ?? '';
  const { member, matches } = await passwords.run(turnOfMember(memberId), (verifier) =>
    checkPassword(dependencies, sessionSubjects(token), verifier, {
      username,
      password,
      codeGiven: true,
    }),
  );
  if (!member || !matches) throw new Refusal('oldPasswordWrong');
  await requireFactor(dependencies, memberId, factor, sessionSubjects(token, 'factor'));
  const renewed = await sessions.renew(memberId, token);
  if (renewed !== null) writeSession(call, renewed);
  // Another call of the browser has renewed it, or it has ended meanwhile, as by a new password.
  else await requireOpenSession(dependencies.tables, call);
  return member.passwordHash;
}
