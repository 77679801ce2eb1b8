import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { changeLoginPassword as operation } from '#contract/profile.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { readSession } from './account-cookies.ts';
import { checkPassword, type PasswordCheckNeeds } from './password-check.ts';
import { requireCode } from './require-code.ts';
import type { Sessions } from './sessions.ts';
import { subjectsOf } from './sign-in-failure-store.ts';

export interface LoginPasswordNeeds extends PasswordCheckNeeds {
  readonly passwords: PasswordGate;
  readonly sessions: Sessions;
  readonly acts: SecurityActs;
}

type OwnCall = Pick<Call, 'cookies' | 'address' | 'member'>;

/** Changes the login password; every other device has to sign in with the new one. */
export async function changeLoginPassword(
  needs: LoginPasswordNeeds,
  input: InputOf<typeof operation>,
  call: OwnCall,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, sessions, acts } = needs;
  const { memberId } = call.member;
  if (input.password !== input.repassword) throw new Refusal('passwordsDiffer');
  const before = await requireLoginPassword(needs, input.oldpassword, input.code, call);
  const after = await passwords.hash(input.password);
  await tables.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('member')
      .set({ password_hash: after })
      .where('id', '=', memberId)
      // Another device was quicker: what was checked is the password no more.
      .where('password_hash', '=', before)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) throw new Refusal('oldPasswordWrong');
    await acts.record(transaction, memberId, 'loginPasswordChanged');
  });
  const sessionsEnded = await sessions.endOthers(memberId, readSession(call) ?? '');
  await acts.announce(memberId, 'loginPasswordChanged');
  return { sessionsEnded };
}

/** Asks for the login password and the verification code of a signed-in member; answers the hash that matched. */
export async function requireLoginPassword(
  needs: Omit<LoginPasswordNeeds, 'sessions' | 'acts'>,
  password: string,
  code: string,
  call: OwnCall,
): Promise<string> {
  const { username } = call.member;
  needs.passwords.requireRoom();
  await requireCode(needs, call, code);
  const subjects = subjectsOf(username, call.address);
  const { member, matches } = await needs.passwords.enter((verifier) =>
    checkPassword(needs, subjects, verifier, { username, password, codeGiven: true }),
  );
  if (!member || !matches) throw new Refusal('oldPasswordWrong');
  return member.passwordHash;
}
