import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { chainDaysMax, tipFrom } from '#core/proofs/seed-chain.ts';
import { dayOf, placeOf, roundsPerDay } from '#core/rounds/schedule.ts';
import { type DaySeeds, daySeedsOf } from './day-seeds.ts';
import { type Compare, type DayTranscript, differencesList, type FieldDifference } from './transcript.ts';
import { type SignatureCheck, verifyRound } from './verify-round.ts';

/** The result of recomputing a day. */
export interface DayVerdict {
  readonly matches: boolean;
  readonly differences: readonly FieldDifference[];
  /** Rounds of the day by what became of them. */
  readonly paid: number;
  readonly void: number;
}

/** Recomputes a whole day from its transcript and returns every field that differs, by its path. Never throws for a bad transcript. */
export function verifyDay(transcript: DayTranscript, isSigned: SignatureCheck): DayVerdict {
  const { differences, compare } = differencesList();
  const { rounds } = transcript;
  const seeds = compareDay(transcript, compare);
  compareNumbers(transcript, compare);
  for (const [place, round] of rounds.entries()) {
    for (const { field, claimed, computed } of verifyRound(round, isSigned).differences) {
      differences.push({ field: `rounds[${place}].${field}`, claimed, computed });
    }
    compare(`rounds[${place}].closing.tip`, round.closing.tip, transcript.tip);
    const seed = seeds?.seeds[placeOf(round.closing.round)];
    if (seeds)
      compare(`rounds[${place}].seed`, round.seed, seed ? bytesToHex(seed) : 'the seed of a round of this day');
  }
  const paid = rounds.filter(({ status }) => status === 'paid').length;
  return { matches: differences.length === 0, differences, paid, void: rounds.length - paid };
}

/** The seeds that the day’s key leads to; null for a malformed key. */
function compareDay(
  { version, commitment, firstDay, day, key, tip, drawCommitment }: DayTranscript,
  compare: Compare,
): DaySeeds | null {
  compare('version', version, 1);
  const place = day - firstDay;
  const isSound = Number.isSafeInteger(place) && Number.isSafeInteger(day) && place >= 0 && place < chainDaysMax;
  if (!isSound) compare('day', day, `a day within ${chainDaysMax} days from ${firstDay}`);
  if (!/^[0-9a-f]{64}$/.test(key)) {
    compare('key', key, '32 bytes in hex');
    return null;
  }
  if (isSound) compare('key', commitment, tipFrom(hexToBytes(key), place));
  const seeds = daySeedsOf(hexToBytes(key));
  compare('tip', tip, seeds.tip);
  compare('drawCommitment', drawCommitment, seeds.drawCommitment);
  return seeds;
}

/** The rounds must be those of the day, none left out; on the day of the installation, the first of the first chain, they may begin later. */
function compareNumbers({ day, firstDay, chain = 1, rounds }: DayTranscript, compare: Compare): void {
  const numbers = rounds.map(({ closing }) => closing.round);
  const last = (day + 1) * roundsPerDay - 1;
  compare('rounds.last', numbers.at(-1), last);
  if (day !== firstDay || chain !== 1) compare('rounds.first', numbers[0], day * roundsPerDay);
  for (const [place, number] of numbers.entries()) {
    const before = numbers[place - 1];
    if (before !== undefined) compare(`rounds[${place}].closing.round`, number, before + 1);
    else compare(`rounds[${place}].closing.round`, dayOf(number), day);
  }
}
