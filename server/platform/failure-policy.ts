import { type RawBuilder, sql } from 'kysely';
import type { Dated } from './database/in-ms.ts';

/** Throttling of password guesses. */
export interface FailurePolicy {
  /** Consecutive failures without a delay. */
  readonly freeFailures: number;
  /** Failures after which a captcha is required. */
  readonly codeAfterFailures: number;
  /** If given, one failure is forgotten each such interval (a leaky bucket), in place of growing delays. */
  readonly forgetEveryMs?: number;
}

/** Five failures without a delay; from then on the delay doubles each time, up to 15 minutes. */
export const fiveFree: FailurePolicy = { freeFailures: 5, codeAfterFailures: Number.POSITIVE_INFINITY };

const firstWaitMs = 15_000;
const longestWaitMs = 15 * 60_000;

/** A run of failures expires this long after its last failure. */
export const failureMemoryMs = 24 * 60 * 60_000;

/** Consecutive failures of one subject. Wall time. */
export interface FailureRun {
  readonly failures: number;
  /** In a leaky bucket: the beginning of the interval after which one failure is forgotten. */
  readonly lastFailedAt: number;
  readonly lockedUntil: number;
}

export const noFailures: FailureRun = { failures: 0, lastFailedAt: 0, lockedUntil: 0 };

/** A run as tables have it. */
export type FailureRow = Dated<FailureRun, 'lastFailedAt' | 'lockedUntil'>;

export const failureColumns: RawBuilder<unknown> = sql`failures, last_failed_at as "lastFailedAt", locked_until as "lockedUntil"`;

/** What an update sets for a run. */
export const failuresSet = ({
  failures,
  lastFailedAt,
  lockedUntil,
}: FailureRun): RawBuilder<unknown> => sql`failures = ${failures},
  last_failed_at = ${new Date(lastFailedAt)}, locked_until = ${new Date(lockedUntil)}`;

/** The run at `now`, without what is forgotten. */
export function remembered(run: FailureRun, { forgetEveryMs }: FailurePolicy, now: number): FailureRun {
  if (forgetEveryMs === undefined) return now - run.lastFailedAt > failureMemoryMs ? noFailures : run;
  const forgotten = Math.floor((now - run.lastFailedAt) / forgetEveryMs);
  if (forgotten >= run.failures) return noFailures;
  return {
    ...run,
    failures: run.failures - forgotten,
    lastFailedAt: run.lastFailedAt + forgotten * forgetEveryMs,
  };
}

/**
 * The run with one more failure: after the free ones the delay doubles each time, up to 15 minutes; a leaky bucket is locked until it
 * has forgotten one.
 */
export function withFailure(run: FailureRun, policy: FailurePolicy, now: number): FailureRun {
  const before = remembered(run, policy, now);
  const failures = before.failures + 1;
  const { freeFailures, forgetEveryMs } = policy;
  const surplus = failures - freeFailures;
  if (forgetEveryMs !== undefined) {
    const since = before.failures === 0 ? now : before.lastFailedAt;
    return { failures, lastFailedAt: since, lockedUntil: surplus < 0 ? 0 : since + (surplus + 1) * forgetEveryMs };
  }
  const waitMs = surplus < 0 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(surplus, 16));
  return { failures, lastFailedAt: now, lockedUntil: now + waitMs };
}

/** The run without a failure that was counted in advance and did not happen. */
export function withoutFailure(run: FailureRun): FailureRun {
  return { ...run, failures: Math.max(0, run.failures - 1), lockedUntil: 0 };
}

/** Whole seconds until the next attempt is allowed, 0 for now. */
export function secondsLocked(run: FailureRun, now: number): number {
  return Math.max(0, Math.ceil((run.lockedUntil - now) / 1_000));
}

export function needsCode(run: FailureRun, policy: FailurePolicy): boolean {
  return run.failures >= policy.codeAfterFailures;
}
