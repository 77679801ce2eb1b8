import { dayMs } from '#core/time/lengths.ts';
import { looseningMs } from './loss-limits.ts';

/**
 * Self-exclusion: for a time the member chose, no plan is placed, no round is bet on and no deposit is asked for. It begins at
 * once and can be made longer at once, never shorter: it ends early only a day after its owner asked for that, and that can be
 * called off. Withdrawals know nothing of it.
 */

/** Days a member can choose, of the wall clock. */
export const exclusionDays = [1, 7, 30, 180] as const;

/** One of the durations that can be chosen, in days of 24 hours. */
export type ExclusionDays = (typeof exclusionDays)[number];

/** Moments of the wall clock, in ms. */
export interface Exclusion {
  readonly beganAt: number;
  readonly endsAt: number;
  /** When it ends early, or null. */
  readonly liftsAt: number | null;
}

/** Until when the member is excluded, or null for who is not. */
export function excludedUntil(exclusion: Exclusion | null, now: number): number | null {
  if (!exclusion) return null;
  const { endsAt, liftsAt } = exclusion;
  const until = liftsAt === null ? endsAt : Math.min(endsAt, liftsAt);
  return until > now ? until : null;
}

/** The exclusion from now on. A running one is never shortened; its early end is cancelled. */
export function excluding(before: Exclusion | null, days: ExclusionDays, now: number): Exclusion {
  const endsAt = now + days * dayMs;
  if (before === null || excludedUntil(before, now) === null) return { beganAt: now, endsAt, liftsAt: null };
  return { beganAt: before.beganAt, endsAt: Math.max(before.endsAt, endsAt), liftsAt: null };
}

/** The exclusion that ends a day from now; null where it does anyway, or where there is none. */
export function lifting(exclusion: Exclusion | null, now: number): Exclusion | null {
  const until = excludedUntil(exclusion, now);
  if (exclusion === null || until === null || until <= now + looseningMs) return null;
  return { ...exclusion, liftsAt: now + looseningMs };
}

/** The exclusion without its early end; null where none waits. */
export function keptExclusion(exclusion: Exclusion | null, now: number): Exclusion | null {
  if (exclusion === null || exclusion.liftsAt === null || excludedUntil(exclusion, now) === null) return null;
  return { ...exclusion, liftsAt: null };
}
