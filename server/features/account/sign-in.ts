import type { Kysely } from 'kysely';
import type { signIn as operation } from '#contract/account.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { PasswordGate } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readSession, writeSession } from './account-cookies.ts';
import type { AccountTables } from './account-tables.ts';
import { checkPassword, requireOpen } from './password-check.ts';
import { requireCode } from './require-code.ts';
import type { Sessions } from './sessions.ts';
import { readFailures, subjectsOf } from './sign-in-failure-store.ts';
import type { SignInLog } from './sign-in-log.ts';

export interface SignInDependencies {
  readonly tables: Kysely<AccountTables>;
  readonly passwords: PasswordGate;
  readonly sessions: Sessions;
  readonly signIns: SignInLog;
  /** Wall time. */
  readonly wallNow: () => number;
}

/**
 * Signs a member in. An unknown name is treated like a wrong password to the last step: the same counting, the same time,
 * the same answer.
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
  if (needed && input.code === undefined) throw new Refusal('verifyCodeMissing');
  if (needed) await requireCode(dependencies, call, input.code ?? '');
  const { username, password } = input;
  const { member, matches } = await passwords.enter((verifier) =>
    checkPassword(dependencies, subjects, verifier, { username, password, codeGiven: needed }),
  );
  const { userAgent, address } = call;
  if (member) signIns.note({ memberId: member.id, result: matches ? 'signedIn' : 'wrongPassword', userAgent, address });
  if (!member || !matches) throw new Refusal('wrongCredentials');

  const before = readSession(call);
  const token = await sessions.start(tables, {
    memberId: member.id,
    userAgent,
    address,
  });
  if (before !== undefined) await sessions.end(before);
  await sessions.endSurplus(member.id);
  writeSession(call, token);
  return { username: member.username };
}
