import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import type { FactorDependencies } from '../factors/factor-check.ts';
import { checkPassword } from './password-check.ts';
import { subjectsOf } from './sign-in-failure-store.ts';

/** Requires the login password and a captcha of a signed-in member; returns the hash that matched. */
export async function requireLoginPassword(
  dependencies: FactorDependencies,
  password: string,
  code: string,
  call: Pick<Call, 'cookies' | 'address' | 'member'>,
): Promise<string> {
  dependencies.passwords.requireRoom();
  await requireCaptcha(dependencies, call, code);
  return await requirePassword(dependencies, password, call);
}

/** Requires the login password of a signed-in member; returns the hash that matched. Failures lock as at the sign-in. */
export async function requirePassword(
  dependencies: FactorDependencies,
  password: string,
  call: Pick<Call, 'address' | 'member'>,
): Promise<string> {
  const { username } = call.member;
  dependencies.passwords.requireRoom();
  const subjects = subjectsOf(username, call.address);
  const { member, matches } = await dependencies.passwords.run((verifier) =>
    checkPassword(dependencies, subjects, verifier, { username, password, codeGiven: true }),
  );
  if (!member || !matches) throw new Refusal('oldPasswordWrong');
  return member.passwordHash;
}
