import type { signIn as operation } from '#contract/identity.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { type FactorDependencies, hasAuthenticator, requireFactor } from './factors/factor-check.ts';
import { checkPassword, requireOpen } from './passwords/password-check.ts';
import { readFailures, subjectsOf } from './passwords/sign-in-failure-store.ts';
import { beginSession, type SessionDependencies } from './sessions/begin-session.ts';
import { clearSession } from './sessions/identity-cookies.ts';

export type SignInDependencies = SessionDependencies & FactorDependencies;

/**
 * Signs a member in. An unknown name is treated like a wrong password to the last step: the same counting, the same time,
 * the same answer. Whether there is a second factor shows after the right password only.
 */
export async function signIn(
  dependencies: SignInDependencies,
  input: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'userAgent'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, sessions, signIns, wallNow } = dependencies;
  passwords.requireRoom();
  const subjects = subjectsOf(input.username, call.address);
  // A first look, so that a flood of refused tries costs no place in the queue.
  const needed = requireOpen(await readFailures(tables, subjects), wallNow());
  if (needed && input.code === undefined) throw new Refusal('captchaMissing');
  if (needed) await requireCaptcha(dependencies, call, input.code ?? '');
  const { username, password } = input;
  const { member, matches } = await passwords.run((verifier) =>
    checkPassword(dependencies, subjects, verifier, { username, password, codeGiven: needed }),
  );
  const { userAgent, address } = call;
  if (!member || !matches) {
    if (member) signIns.note({ memberId: member.id, result: 'wrongPassword', userAgent, address });
    throw new Refusal('wrongCredentials');
  }
  const isGuarded = await requireFactor(dependencies, member.id, input.factor).catch((error: unknown) => {
    const isWrong = error instanceof Refusal && error.code === 'secondFactorWrong';
    if (isWrong) signIns.note({ memberId: member.id, result: 'wrongFactor', userAgent, address });
    throw error;
  });
  const token = await beginSession(dependencies, member.id, 'signedIn', call);
  // The app was turned on since it was looked for, which ends every session there is: this one must not be a moment younger.
  if (!isGuarded && (await hasAuthenticator(tables, member.id))) {
    await sessions.end(token);
    clearSession(call);
    throw new Refusal('secondFactorNeeded');
  }
  return { username: member.username };
}
