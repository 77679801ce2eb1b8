import type { Kysely } from 'kysely';
import type { signIn as operation } from '#contract/account.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import {
  needsCode,
  noFailures,
  remembered,
  secondsLocked,
  withFailure,
  withoutFailure,
} from '#server/platform/failure-policy.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { PasswordGate, PasswordVerifier } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readSession, readVisitor, writeSession } from './account-cookies.ts';
import type { AccountTables } from './account-tables.ts';
import { findMember, type StoredMember } from './member-store.ts';
import type { Sessions } from './sessions.ts';
import {
  changeFailures,
  type FailureRuns,
  readFailures,
  type SignInSubjects,
  subjectsOf,
  sweepFailures,
} from './sign-in-failure-store.ts';
import { accountPolicy, addressPolicy } from './sign-in-policy.ts';
import { spendCode } from './verification-store.ts';

export interface SignInDependencies {
  readonly tables: Kysely<AccountTables>;
  readonly passwords: PasswordGate;
  readonly sessions: Sessions;
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
  const { tables, passwords, sessions, wallNow } = dependencies;
  passwords.requireRoom();
  const subjects = subjectsOf(input.username, call.address);
  // A first look, so that a flood of refused tries costs no place in the queue.
  const needed = requireOpen(await readFailures(tables, subjects), wallNow());
  if (needed) await requireCode(dependencies, input.code, call);
  const member = await passwords.enter((verifier) => verifyCounted(dependencies, subjects, verifier, input, needed));
  if (!member) throw new Refusal('wrongCredentials');

  const before = readSession(call);
  const token = await sessions.start(tables, {
    memberId: member.id,
    userAgent: call.userAgent,
    address: call.address,
  });
  if (before !== undefined) await sessions.end(before);
  await sessions.endSurplus(member.id);
  writeSession(call, token);
  return { username: member.username };
}

/**
 * Checks the password. The failure is counted before it has happened and taken back when it did not: of any number of tries
 * at the same moment, no more than the allowed ones see the password checked.
 */
async function verifyCounted(
  { tables, wallNow }: SignInDependencies,
  subjects: SignInSubjects,
  verifier: PasswordVerifier,
  { username, password }: InputOf<typeof operation>,
  codeGiven: boolean,
): Promise<StoredMember | null> {
  await changeFailures(tables, subjects, (runs) => {
    const now = wallNow();
    if (requireOpen(runs, now) && !codeGiven) throw new Refusal('verifyCodeMissing');
    return {
      account: withFailure(runs.account, accountPolicy, now),
      address: withFailure(runs.address, addressPolicy, now),
    };
  });
  const member = await findMember(tables, username);
  const matches = await verifier.matches(member?.passwordHash, password);
  if (!member || !matches) {
    await sweepFailures(tables, wallNow());
    return null;
  }
  // The address keeps its other failures: who owns one account must not guess at others between two sign-ins to it.
  await changeFailures(tables, subjects, (runs) => ({ account: noFailures, address: withoutFailure(runs.address) }));
  return member;
}

/** Throws while either subject has to wait; answers whether the verification code is needed. */
function requireOpen(runs: FailureRuns, now: number): boolean {
  const account = remembered(runs.account, now);
  const address = remembered(runs.address, now);
  const seconds = Math.max(secondsLocked(account, now), secondsLocked(address, now));
  if (seconds > 0) throw new Refusal('signInLocked', { seconds });
  return needsCode(account, accountPolicy) || needsCode(address, addressPolicy);
}

async function requireCode(
  { tables, wallNow }: SignInDependencies,
  code: string | undefined,
  call: Pick<Call, 'cookies'>,
): Promise<void> {
  if (code === undefined) throw new Refusal('verifyCodeMissing');
  const visitor = readVisitor(call);
  const isRight = visitor !== undefined && (await spendCode(tables, visitor, code, wallNow()));
  if (!isRight) throw new Refusal('verifyCodeWrong');
}
