import type { Kysely } from 'kysely';
import type { getCaptcha as operation } from '#contract/identity.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { networkOf } from '#server/platform/network.ts';
import { drawAnswer, drawImage } from './captcha/captcha-image.ts';
import { readLoad, workFactor } from './captcha/captcha-load.ts';
import { insertCaptcha } from './captcha/captcha-store.ts';
import { drawWork, type WorkPolicy } from './captcha/captcha-work.ts';
import { readVisitor, writeVisitor } from './sessions/identity-cookies.ts';

const codeSecondsMax = 5 * 60;

export interface GetCaptchaDependencies {
  readonly tables: Kysely<unknown>;
  /** Fixed solution of every captcha, for tests; random without it. */
  readonly fixedAnswer: string | undefined;
  readonly workPolicy: WorkPolicy;
  /** Signs proofs of work; the same on all nodes. */
  readonly workSecret: string;
  /** Wall time. */
  readonly wallNow: () => number;
}

export async function getCaptcha(
  { tables, fixedAnswer, workPolicy, workSecret, wallNow }: GetCaptchaDependencies,
  call: Pick<Call, 'cookies' | 'address'>,
): Promise<OutputOf<typeof operation>> {
  const now = wallNow();
  const network = networkOf(call.address);
  const { stored, work } = await drawWork(workPolicy, workFactor(await readLoad(tables, network, now)), workSecret);
  const before = readVisitor(call);
  const answer = fixedAnswer ?? drawAnswer();
  const visitor = writeVisitor(call);
  const expiresAt = now + codeSecondsMax * 1_000;
  await insertCaptcha(tables, { visitor, before, answer, network, work: stored, now, expiresAt });
  return { image: drawImage(answer), expiresInSeconds: codeSecondsMax, work };
}
