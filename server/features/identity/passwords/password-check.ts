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
import type { SecurityLog } from '#server/platform/security-log.ts';
import type { IdentityTables } from '../identity-tables.ts';
import { findMember, type StoredMember } from '../members/member-store.ts';
import { type CountedSubject, changeFailures, sweepFailures } from './sign-in-failure-store.ts';
import type { FailureSubject } from './sign-in-policy.ts';

export interface PasswordCheckDependencies {
  readonly tables: Kysely<IdentityTables>;
  readonly securityLog: SecurityLog;
  /** Wall time. */
  readonly wallNow: () => number;
}

export interface PasswordTry {
  readonly username: string;
  readonly password: string;
  /** Whether a captcha was given and solved. */
  readonly codeGiven: boolean;
  /** Of a sign-in; a check in a session has none. */
  readonly address?: string;
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
  { tables, securityLog, wallNow }: PasswordCheckDependencies,
  subjects: readonly FailureSubject[],
  verifier: PasswordVerifier,
  { username, password, codeGiven, address }: PasswordTry,
): Promise<PasswordVerdict> {
  let locked: readonly CountedSubject[] = [];
  await changeFailures(tables, subjects, (counted) => {
    const now = wallNow();
    if (requireOpen(counted, now) && !codeGiven) throw new Refusal('captchaMissing');
    const failed = counted.map((subject) => ({ ...subject, run: withFailure(subject.run, subject.policy, now) }));
    locked = failed.filter(({ run }) => secondsLocked(run, now) > 0);
    return failed;
  });
  const member = await findMember(tables, username);
  const matches = await verifier.matches(member?.passwordHash, password);
  if (!matches) {
    for (const { kind } of locked)
      securityLog.write('lockOutBegun', { subject: kind, username, ...(address === undefined ? {} : { address }) });
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
