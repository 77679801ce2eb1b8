import type { FairDay } from '#contract/round-records.ts';
import type { DayTranscript, FieldDifference } from '#core/fairness/transcript.ts';
import type { DayVerdict } from '#core/fairness/verify-day.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';

/** How many differences of a day are shown: more would say nothing new. */
export const differencesShown = 10;

/** What came of recomputing a day. */
export interface DayCheck extends Omit<DayVerdict, 'matches'> {
  /** Whether this phone kept the tip of the day, so that it could be held against it. */
  readonly wasKept: boolean;
}

/**
 * What the page shows of a day, and what this phone kept: the tip of the day, the digests of closings by their rounds, and the commitments of the chains by
 * their numbers.
 */
export interface KnownOfDay extends Pick<FairDay, 'day' | 'tip' | 'drawCommitment' | 'key'> {
  readonly keptTip: string | null;
  readonly keptDigests: ReadonlyMap<RoundNumber, string>;
  readonly keptChains: ReadonlyMap<number, string>;
}

/** The verdict on a day, and its transcript held against what is known of it: a genuine transcript of another day is no proof. */
export function checkedDay(
  { day, tip, drawCommitment, key, chain = 1, commitment, rounds }: Omit<DayTranscript, 'version' | 'firstDay'>,
  known: KnownOfDay,
  { differences, paid, void: voided }: DayVerdict,
): DayCheck {
  const pairs: [field: string, claimed: string | null, found: string][] = [
    ['day', String(known.day), String(day)],
    ['tip', known.tip, tip],
    ['drawCommitment', known.drawCommitment, drawCommitment],
    ['key', known.key, key],
    ['kept.tip', known.keptTip, tip],
    ['kept.commitment', known.keptChains.get(chain) ?? null, commitment],
    ...rounds.map(({ closing, digest }, place): (typeof pairs)[number] => [
      `rounds[${place}].kept.digest`,
      known.keptDigests.get(closing.round) ?? null,
      digest,
    ]),
  ];
  const found = pairs.flatMap(([field, claimed, computed]): FieldDifference[] =>
    claimed === null || claimed === computed ? [] : [{ field, claimed, computed }],
  );
  return { differences: [...found, ...differences], paid, void: voided, wasKept: known.keptTip !== null };
}
