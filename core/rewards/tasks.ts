import type { DaySpan } from '#core/time/member-day.ts';
import { redEnvelope } from './rules.ts';

/** Promotion points of each task, once a day. A task is done by one act of its kind, however small: the smallest plan, the smallest donation. */
export const taskPoints = {
  checkedIn: 66,
  helpRead: 150,
  resultVerified: 250,
  planPlaced: 50,
  planSettled: 50,
  donated: 150,
} as const satisfies Readonly<Record<string, number>>;

/** A task, by the act that it is done by. */
export type TaskKind = keyof typeof taskPoints;

/** The tasks in the order of the list. */
export const taskKinds: readonly TaskKind[] = Object.keys(taskPoints) as TaskKind[];

/** Promotion points of a day with every task. */
export const pointsOfDay: number = taskKinds.reduce((total, kind) => total + taskPoints[kind], 0);

/** Days whose points are shown as one sum. */
export const bonusDays = 360;

/** An act that a task can be done by; `at` in ms of product time. */
export interface TaskAct {
  readonly kind: TaskKind;
  readonly subject: string;
  readonly at: number;
}

/** The newest day that a task was collected for, and when that day ended in the zone it was counted in. */
export type LatestCollected = Omit<DaySpan, 'startsAt'>;

/**
 * The act that a task of a day can be collected for; null where there is none, or the day was collected, or a later one was. An act
 * before the end of the latest day counts no more, so that a change of zone gives no second one.
 */
export function actToCollect(
  kind: TaskKind,
  { day, startsAt, endsAt }: DaySpan,
  acts: readonly TaskAct[],
  latest: LatestCollected | null,
): TaskAct | null {
  if (latest !== null && latest.day >= day) return null;
  const from = Math.max(startsAt, latest?.endsAt ?? startsAt);
  return acts.find((act) => act.kind === kind && act.at >= from && act.at < endsAt) ?? null;
}

/**
 * The references of the weight entries of the red envelope that a member does not have yet, in order; none where the member has all. They
 * are numbered, so that the key of an entry is also its bound.
 * @param taken references of those that the member has, which may leave numbers out
 */
export function freeEnvelopeEntries(taken: readonly string[]): readonly string[] {
  const references = Array.from({ length: redEnvelope.entriesMax }, (_, place) => String(place + 1).padStart(3, '0'));
  return references.filter((reference) => !taken.includes(reference));
}

const charactersPerSecond = 25;
/** Bounds of `readingSeconds`. */
export const readingSecondsMin = 8;
/** Bounds of `readingSeconds`. */
export const readingSecondsMax = 30;

/** For how many seconds a text must be open to count as read. */
export function readingSeconds(characters: number): number {
  return Math.min(readingSecondsMax, Math.max(readingSecondsMin, Math.round(characters / charactersPerSecond)));
}
