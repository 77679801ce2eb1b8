/** What slows down guessing of a password. */
export interface FailurePolicy {
  /** Failures in a row that cost nothing. */
  readonly freeFailures: number;
  /** Failures after which a captcha is asked for as well. */
  readonly codeAfterFailures: number;
}

const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60_000;

/** A run of failures is forgotten when nothing was added to it for so long. */
export const failureMemoryMs = 24 * 60 * 60_000;

/** Failures in a row of one subject. Wall time. */
export interface FailureRun {
  readonly failures: number;
  readonly lastFailedAt: number;
  readonly lockedUntil: number;
}

export const noFailures: FailureRun = { failures: 0, lastFailedAt: 0, lockedUntil: 0 };

/** The run as it counts now. */
export function remembered(run: FailureRun, now: number): FailureRun {
  return now - run.lastFailedAt > failureMemoryMs ? noFailures : run;
}

/** The run with one more failure: after the free ones each wait is twice the one before, up to a quarter of an hour. */
export function withFailure(run: FailureRun, policy: FailurePolicy, now: number): FailureRun {
  const failures = remembered(run, now).failures + 1;
  const doublings = failures - policy.freeFailures;
  const waitMs = doublings < 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(doublings, 16));
  return { failures, lastFailedAt: now, lockedUntil: now + waitMs };
}

/** The run without the failure that was counted in advance and did not happen. */
export function withoutFailure(run: FailureRun): FailureRun {
  return { ...run, failures: Math.max(0, run.failures - 1), lockedUntil: 0 };
}

/** Whole seconds until the next try, 0 when it may be made now. */
export function secondsLocked(run: FailureRun, now: number): number {
  return Math.max(0, Math.ceil((run.lockedUntil - now) / 1_000));
}

export function needsCode(run: FailureRun, policy: FailurePolicy): boolean {
  return run.failures >= policy.codeAfterFailures;
}
