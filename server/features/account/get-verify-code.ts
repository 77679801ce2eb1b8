import type { Kysely } from 'kysely';
import type { getVerifyCode as operation } from '#contract/account.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { networkOf } from '#server/platform/network.ts';
import { readVisitor, writeVisitor } from './account-cookies.ts';
import type { AccountTables } from './account-tables.ts';
import { dropCode, insertCode } from './verification-store.ts';
import { drawAnswer, drawImage } from './verify-image.ts';

const codeSecondsMax = 5 * 60;

export interface GetVerifyCodeDependencies {
  readonly tables: Kysely<AccountTables>;
  /** The answer of every code, for tests; without it each one's is drawn. */
  readonly fixedAnswer: string | undefined;
  /** Wall time. */
  readonly wallNow: () => number;
}

export async function getVerifyCode(
  { tables, fixedAnswer, wallNow }: GetVerifyCodeDependencies,
  call: Pick<Call, 'cookies' | 'address'>,
): Promise<OutputOf<typeof operation>> {
  const now = wallNow();
  const before = readVisitor(call);
  if (before) await dropCode(tables, before);
  const answer = fixedAnswer ?? drawAnswer();
  const visitor = writeVisitor(call);
  await insertCode(tables, {
    visitor,
    answer,
    network: networkOf(call.address),
    now,
    expiresAt: now + codeSecondsMax * 1_000,
  });
  return { image: drawImage(answer), expiresInSeconds: codeSecondsMax };
}
