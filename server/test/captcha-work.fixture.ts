import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { type CaptchaWork, captchaWork } from '#contract/captcha-work.ts';

/** Does the work of a captcha, as the web app's worker does. */
export async function solveWork(work: CaptchaWork): Promise<{ counter: number; key: string }> {
  const { attempts: _, ...parameters } = work;
  const solution = await solveChallenge({ challenge: { parameters }, deriveKey });
  if (solution === null) throw new Error('the work was not done in time');
  return { counter: solution.counter, key: solution.derivedKey };
}

/** What to post to `/verify/work`, given what `/verify/code` sent in `url`. */
export async function workForm(captcha: unknown): Promise<{ counter: string; key: string }> {
  const { work } = z.parse(z.object({ work: captchaWork }), captcha);
  const { counter, key } = await solveWork(work);
  return { counter: String(counter), key };
}
