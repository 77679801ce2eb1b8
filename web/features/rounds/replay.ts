import * as z from 'zod/mini';
import type { RoundDetail } from '#contract/round-records.ts';
import { malformedField } from '#contract/transcripts.ts';
import type { FieldDifference, RoundTranscript } from '#core/fairness/transcript.ts';
import type { RoundVerdict } from '#core/fairness/verify-round.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';

/** The steps of a replay, in the order they were published in. */
export const replaySteps = ['closing', 'kept', 'seed', 'beacon', 'result', 'orders', 'payments'] as const;

export type ReplayStep = (typeof replaySteps)[number];

/** What came of recomputing a round. */
export interface Replay {
  readonly differences: readonly FieldDifference[];
  readonly replay: RoundVerdict['replay'];
  /** Whether this phone kept the digest at closing, so that the step could be held against it. */
  readonly wasKept: boolean;
  readonly milliseconds: number;
}

const stepsOfFields: readonly (readonly [prefix: string, step: ReplayStep])[] = [
  ['kept', 'kept'],
  ['seed', 'seed'],
  ['closing.beacon', 'beacon'],
  ['beacon', 'beacon'],
  ['result', 'result'],
  ['lateResult', 'result'],
  ['closing.orders', 'orders'],
  ['closing.root', 'orders'],
  ['orders', 'orders'],
  ['payments', 'payments'],
];

/** The step that a field belongs to. */
export function stepOf(field: string): ReplayStep {
  return stepsOfFields.find(([prefix]) => field.startsWith(prefix))?.[1] ?? 'closing';
}

/** What the page has shown of the round and what this phone kept of it, held against the transcript: a genuine transcript of something else is no proof. */
export function compareKnown(
  { closing, digest, seed, result }: RoundTranscript,
  shown: Pick<RoundDetail, 'id' | 'tip' | 'digest' | 'orderRoot' | 'seed' | 'digits'>,
  kept: string | null,
): FieldDifference[] {
  const pairs: [field: string, claimed: string | null, found: string][] = [
    ['closing.round', String(shown.id), String(closing.round)],
    ['closing.tip', shown.tip, closing.tip],
    ['digest', shown.digest, digest],
    ['kept.digest', kept, digest],
    ['closing.root', shown.orderRoot, closing.root],
    ['seed', shown.seed, seed],
    ['result.digits', shown.digits?.join(' ') ?? null, result?.digits.join(' ') ?? '—'],
  ];
  return pairs.flatMap(([field, claimed, computed]) =>
    claimed === null || claimed === computed ? [] : [{ field, claimed, computed }],
  );
}

/** The field in which a loaded transcript is malformed; null for any other error. */
export function malformedFieldOf(error: unknown): string | null {
  const cause = error instanceof ApiFailure && error.kind === 'unreadable' ? error.cause : null;
  return cause instanceof z.core.$ZodError ? malformedField(cause.issues).field : null;
}
