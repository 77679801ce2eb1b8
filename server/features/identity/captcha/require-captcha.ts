import type { Call } from '#server/platform/http/binding.ts';
import { networkOf } from '#server/platform/network.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { PasswordCheckDependencies } from '../passwords/password-check.ts';
import { readVisitor } from '../sessions/identity-cookies.ts';
import { countUse } from './captcha-load.ts';
import { spendCaptcha } from './captcha-store.ts';

/** Spends the captcha of this browser; throws `captchaWrong`. */
export async function requireCaptcha(
  { tables, wallNow }: PasswordCheckDependencies,
  call: Pick<Call, 'cookies' | 'address'>,
  code: string,
): Promise<void> {
  const visitor = readVisitor(call);
  const isRight = visitor !== undefined && (await spendCaptcha(tables, visitor, code, wallNow()));
  if (isRight) return;
  await countUse(tables, networkOf(call.address), wallNow());
  throw new Refusal('captchaWrong');
}
