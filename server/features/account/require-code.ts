import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readVisitor } from './account-cookies.ts';
import type { PasswordCheckNeeds } from './password-check.ts';
import { spendCode } from './verification-store.ts';

/** Spends the verification code of this browser on the answer, whatever that is worth; throws `verifyCodeWrong`. */
export async function requireCode(
  { tables, wallNow }: PasswordCheckNeeds,
  call: Pick<Call, 'cookies'>,
  code: string,
): Promise<void> {
  const visitor = readVisitor(call);
  const isRight = visitor !== undefined && (await spendCode(tables, visitor, code, wallNow()));
  if (!isRight) throw new Refusal('verifyCodeWrong');
}
