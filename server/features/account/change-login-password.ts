import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { changeLoginPassword as operation } from '#contract/profile.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readSession } from './account-cookies.ts';
import { type FactorNeeds, requireFactor } from './factor-check.ts';
import { checkPassword } from './password-check.ts';
import { requireCode } from './require-code.ts';
import type { Sessions } from './sessions.ts';
import { subjectsOf } from './sign-in-failure-store.ts';

export type LoginPasswordNeeds = FactorNeeds & { readonly sessions: Sessions };

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
  await requireFactor(needs, memberId, input.factor);
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
  needs: FactorNeeds,
  password: string,
  code: string,
  call: OwnCall,
): Promise<string> {
  needs.passwords.requireRoom();
  await requireCode(needs, call, code);
  return await requirePassword(needs, password, call);
}

/** Asks for the login password of a signed-in member; answers the hash that matched. Wrong ones lock as at the sign-in. */
export async function requirePassword(
  needs: FactorNeeds,
  password: string,
  call: Pick<Call, 'address' | 'member'>,
): Promise<string> {
  const { username } = call.member;
  needs.passwords.requireRoom();
  const subjects = subjectsOf(username, call.address);
  const { member, matches } = await needs.passwords.enter((verifier) =>
    checkPassword(needs, subjects, verifier, { username, password, codeGiven: true }),
  );
  if (!member || !matches) throw new Refusal('oldPasswordWrong');
  return member.passwordHash;
}
