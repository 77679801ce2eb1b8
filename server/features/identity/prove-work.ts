import type { proveWork as operation } from '#contract/identity.ts';
import type { InputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findWork, markProven } from './captcha/captcha-store.ts';
import { isSolved } from './captcha/captcha-work.ts';
import type { GetCaptchaDependencies } from './get-captcha.ts';
import { readVisitor } from './sessions/identity-cookies.ts';

/** Handed in twice is handed in. A wrong solution leaves the captcha open: it is known at once and costs nothing to check. */
export async function proveWork(
  { tables, wallNow, workSecret }: Pick<GetCaptchaDependencies, 'tables' | 'wallNow' | 'workSecret'>,
  solution: InputOf<typeof operation>,
  call: Pick<Call, 'cookies'>,
): Promise<Record<string, never>> {
  const visitor = readVisitor(call);
  const stored = visitor === undefined ? undefined : await findWork(tables, visitor, wallNow());
  const isRight = visitor !== undefined && stored !== undefined && (await isSolved(stored, solution, workSecret));
  if (!isRight || !(await markProven(tables, visitor))) throw new Refusal('captchaWrong');
  return {};
}
