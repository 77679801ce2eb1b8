import type { FairDay } from '#contract/round-records.ts';
import type { DayTranscript, FieldDifference } from '#core/fairness/transcript.ts';
import type { DayVerdict } from '#core/fairness/verify-day.ts';
import { type RoundNumber, roundMs, roundsPerDay } from '#core/rounds/schedule.ts';
import type { KeptChain } from './kept-rounds.ts';

/** How many differences of a day are shown: more would say nothing new. */
export const differencesShown = 10;

/** What a day could not be held against: this phone kept no tip of it, or did not have the commitment of its chain before it. */
type DayOpen = 'keptTip' | 'keptChain';

/** What came of recomputing a day. */
export interface DayCheck extends Omit<DayVerdict, 'matches'> {
  readonly open: readonly DayOpen[];
}

/**
 * What the page shows of a day, and what this phone kept: the tip of the day, the digests of closings by their rounds, and the chains by their
 * numbers.
 */
export interface KnownOfDay extends Pick<FairDay, 'day' | 'tip' | 'drawCommitment' | 'key'> {
  readonly keptTip: string | null;
  readonly keptDigests: ReadonlyMap<RoundNumber, string>;
  readonly keptChains: ReadonlyMap<number, KeptChain>;
}

/** The verdict on a day, and its transcript held against what is known of it: a genuine transcript of another day is no proof. */
export function checkedDay(
  { day, tip, drawCommitment, key, chain = 1, commitment, firstDay, rounds }: Omit<DayTranscript, 'version'>,
  known: KnownOfDay,
  { differences, paid, void: voided }: DayVerdict,
): DayCheck {
  const kept = known.keptChains.get(chain);
  const pairs: [field: string, claimed: string | null, found: string][] = [
    ['day', String(known.day), String(day)],
    ['tip', known.tip, tip],
    ['drawCommitment', known.drawCommitment, drawCommitment],
    ['key', known.key, key],
    ['kept.tip', known.keptTip, tip],
    ['kept.chain', chainInPlace(known.keptChains, day, chain), String(chain)],
    ['kept.commitment', kept?.commitment ?? null, commitment],
    ['kept.firstDay', kept?.firstDay?.toString() ?? null, String(firstDay)],
    ...rounds.map(({ closing, digest }, place): (typeof pairs)[number] => [
      `rounds[${place}].kept.digest`,
      known.keptDigests.get(closing.round) ?? null,
      digest,
    ]),
  ];
  const found = pairs.flatMap(([field, claimed, computed]): FieldDifference[] =>
    claimed === null || claimed === computed ? [] : [{ field, claimed, computed }],
  );
  return {
    differences: [...found, ...differences],
    paid,
    void: voided,
    open: [
      ...(known.keptTip === null ? ['keptTip' as const] : []),
      ...(wasKeptBefore(day, kept) ? [] : ['keptChain' as const]),
    ],
  };
}

/** Whether a chain had reached this phone before the day began. */
export function wasKeptBefore(day: number, kept: KeptChain | undefined): boolean {
  return kept?.at !== undefined && kept.at < day * roundsPerDay * roundMs;
}

/** The number of a later chain that this phone kept and that had taken the place of the day's by then; null where it kept none. */
function chainInPlace(kept: KnownOfDay['keptChains'], day: number, chain: number): string | null {
  const begun = [...kept].filter(
    ([number, { firstDay = Number.POSITIVE_INFINITY }]) => number > chain && firstDay <= day,
  );
  return begun.length === 0 ? null : String(Math.max(...begun.map(([number]) => number)));
}
