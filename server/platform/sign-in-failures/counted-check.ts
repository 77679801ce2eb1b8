import type { Kysely } from 'kysely';
import { needsCode, noFailures, remembered, secondsLocked, withFailure, withoutFailure } from '../failure-policy.ts';
import { Refusal } from '../refusal.ts';
import type { SecurityLog } from '../security-log.ts';
import {
  type CountedSubject,
  changeFailures,
  type FailureSubject,
  readFailures,
  sweepFailures,
} from './sign-in-failure-store.ts';

export interface CountedCheckDependencies {
  readonly tables: Kysely<unknown>;
  readonly securityLog: SecurityLog;
  /** Wall time. */
  readonly wallNow: () => number;
}

/** An attempt to prove who one is, which counts as a failure unless it succeeds. */
export interface Attempt {
  readonly username: string;
  /** Whether a captcha was given and solved. */
  readonly codeGiven: boolean;
  /** Of a sign-in; a check in a session has none. */
  readonly address?: string;
}

/**
 * Runs a check behind the lock-out of the subjects. A failure is counted in advance and taken back on success, so that concurrent
 * attempts cannot exceed the allowed number.
 */
export async function countedCheck<Verdict extends { readonly matches: boolean }>(
  { tables, securityLog, wallNow }: CountedCheckDependencies,
  subjects: readonly FailureSubject[],
  { username, codeGiven, address }: Attempt,
  check: () => Promise<Verdict>,
): Promise<Verdict> {
  let locked: readonly CountedSubject[] = [];
  await changeFailures(tables, subjects, (counted) => {
    const now = wallNow();
    if (requireOpen(counted, now) && !codeGiven) throw new Refusal('captchaMissing');
    const failed = counted.map((subject) => ({ ...subject, run: withFailure(subject.run, subject.policy, now) }));
    locked = failed.filter(({ run }) => secondsLocked(run, now) > 0);
    return failed;
  });
  const verdict = await check();
  if (!verdict.matches) {
    for (const { kind } of locked)
      securityLog.write('lockOutBegun', { subject: kind, username, ...(address === undefined ? {} : { address }) });
    await sweepFailures(tables, wallNow());
    return verdict;
  }
  await changeFailures(tables, subjects, (counted) =>
    counted.map((subject) => ({
      ...subject,
      run: subject.clearedBySuccess ? noFailures : withoutFailure(subject.run),
    })),
  );
  return verdict;
}

/**
 * Refuses while a subject is locked, and where the captcha is required and not solved; returns whether it was. It comes before the
 * password check, so that locked-out tries take no place in the hashing queue.
 */
export async function requireAdmission(
  { tables, wallNow }: Pick<CountedCheckDependencies, 'tables' | 'wallNow'>,
  subjects: readonly FailureSubject[],
  code: string | undefined,
  requireCaptcha: (code: string) => Promise<void>,
): Promise<boolean> {
  if (!requireOpen(await readFailures(tables, subjects), wallNow())) return false;
  if (code === undefined) throw new Refusal('captchaMissing');
  await requireCaptcha(code);
  return true;
}

/** Throws while a subject is locked; returns whether the captcha is required. */
function requireOpen(counted: readonly CountedSubject[], now: number): boolean {
  const seconds = Math.max(...counted.map(({ run }) => secondsLocked(run, now)));
  if (seconds > 0) throw new Refusal('signInLocked', { seconds });
  return counted.some(({ run, policy }) => needsCode(remembered(run, policy, now), policy));
}
