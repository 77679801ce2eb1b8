import type { Kysely } from 'kysely';
import {
  needsCode,
  noFailures,
  remembered,
  secondsLocked,
  withFailure,
  withoutFailure,
} from '#server/platform/failure-policy.ts';
import type { PasswordVerifier } from '#server/platform/password-gate.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { IdentityTables } from '../identity-tables.ts';
import { findMember, type StoredMember } from '../members/member-store.ts';
import { changeFailures, type FailureRuns, type SignInSubjects, sweepFailures } from './sign-in-failure-store.ts';
import { accountPolicy, addressPolicy } from './sign-in-policy.ts';

export interface PasswordCheckDependencies {
  readonly tables: Kysely<IdentityTables>;
  /** Wall time. */
  readonly wallNow: () => number;
}

export interface PasswordTry {
  readonly username: string;
  readonly password: string;
  /** Whether a captcha was given and solved. */
  readonly codeGiven: boolean;
}

/** The result of a password check. */
export interface PasswordVerdict {
  /** Undefined for an unknown name. */
  readonly member: StoredMember | undefined;
  readonly matches: boolean;
}

/**
 * Checks a login password. A failure is counted in advance and taken back on success, so that concurrent attempts cannot exceed
 * the allowed number.
 */
export async function checkPassword(
  { tables, wallNow }: PasswordCheckDependencies,
  subjects: SignInSubjects,
  verifier: PasswordVerifier,
  { username, password, codeGiven }: PasswordTry,
): Promise<PasswordVerdict> {
  await changeFailures(tables, subjects, (runs) => {
    const now = wallNow();
    if (requireOpen(runs, now) && !codeGiven) throw new Refusal('captchaMissing');
    return {
      account: withFailure(runs.account, accountPolicy, now),
      address: withFailure(runs.address, addressPolicy, now),
    };
  });
  const member = await findMember(tables, username);
  const matches = await verifier.matches(member?.passwordHash, password);
  if (!matches) {
    await sweepFailures(tables, wallNow());
    return { member, matches: false };
  }
  // The address keeps its other failures: a sign-in to one's own account must not reset guesses at others.
  await changeFailures(tables, subjects, (runs) => ({ account: noFailures, address: withoutFailure(runs.address) }));
  return { member, matches: true };
}

/** Throws while either subject is locked; returns whether the captcha is required. */
export function requireOpen(runs: FailureRuns, now: number): boolean {
  const account = remembered(runs.account, now);
  const address = remembered(runs.address, now);
  const seconds = Math.max(secondsLocked(account, now), secondsLocked(address, now));
  if (seconds > 0) throw new Refusal('signInLocked', { seconds });
  return needsCode(account, accountPolicy) || needsCode(address, addressPolicy);
}
