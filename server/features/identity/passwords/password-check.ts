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
import { type CountedSubject, changeFailures, sweepFailures } from './sign-in-failure-store.ts';
import type { FailureSubject } from './sign-in-policy.ts';

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
  subjects: readonly FailureSubject[],
  verifier: PasswordVerifier,
  { username, password, codeGiven }: PasswordTry,
): Promise<PasswordVerdict> {
  await changeFailures(tables, subjects, (counted) => {
    const now = wallNow();
    if (requireOpen(counted, now) && !codeGiven) throw new Refusal('captchaMissing');
    return counted.map((subject) => ({ ...subject, run: withFailure(subject.run, subject.policy, now) }));
  });
  const member = await findMember(tables, username);
  const matches = await verifier.matches(member?.passwordHash, password);
  if (!matches) {
    await sweepFailures(tables, wallNow());
    return { member, matches: false };
  }
  await changeFailures(tables, subjects, (counted) =>
    counted.map((subject) => ({
      ...subject,
      run: subject.clearedBySuccess ? noFailures : withoutFailure(subject.run),
    })),
  );
  return { member, matches: true };
}

/** Throws while a subject is locked; returns whether the captcha is required. */
export function requireOpen(counted: readonly CountedSubject[], now: number): boolean {
  const seconds = Math.max(...counted.map(({ run }) => secondsLocked(run, now)));
  if (seconds > 0) throw new Refusal('signInLocked', { seconds });
  return counted.some(({ run, policy }) => needsCode(remembered(run, policy, now), policy));
}
