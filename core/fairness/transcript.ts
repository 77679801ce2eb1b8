import type { Usdt } from '#core/money/amount.ts';
import type { Category, Digits, PerCategory } from '#core/rounds/categories.ts';
import type { Beacon } from './beacon.ts';
import type { ClosingStatement } from './closing.ts';
import type { OrderLeaf } from './orders.ts';

/** What seed and beacon make of a round, as published. Hashes in lower-case hex. */
export interface PublishedResult {
  /** `beaconValue`. */
  readonly value: string;
  /** `resultOf`: the HMAC that the digits are taken from. */
  readonly hmac: string;
  readonly digits: Digits;
  readonly sum: number;
  /** In the published order of the categories. */
  readonly winners: readonly Category[];
}

/** What was paid on one category, micro-USDT, all its orders together. */
export interface CategoryPayment {
  /** To the members: winnings; in a void round the stakes, returned. */
  readonly paid: Usdt;
  readonly charity: Usdt;
}

/** Everything that is published of one round. */
export interface RoundTranscript {
  readonly version: 1;
  readonly closing: ClosingStatement;
  /** `closingDigest`. */
  readonly digest: string;
  readonly seed: string;
  /** Null where the beacon of a void round never was. */
  readonly beacon: Beacon | null;
  readonly status: 'paid' | 'void';
  /** Null for a void round. */
  readonly result: PublishedResult | null;
  /** What a void round would have been, where its beacon came too late; null otherwise. */
  readonly lateResult: PublishedResult | null;
  readonly payments: PerCategory<CategoryPayment>;
  /** All orders, ascending by id, or none of them: with them sums and root are computed again, without them the sums are held against each other. */
  readonly orders: readonly OrderLeaf[] | null;
}

/** Everything that is published of one day (UTC) once it is over. Hashes in lower-case hex. */
export interface DayTranscript {
  readonly version: 1;
  /** The number of the day’s chain of keys; left out for 1, the one that was published at the installation. */
  readonly chain?: number | undefined;
  /** The tip of that chain, published before its first day. */
  readonly commitment: string;
  /** The first day of that chain and this day, days from 1970 UTC. */
  readonly firstDay: number;
  readonly day: number;
  /** The key of this day. */
  readonly key: string;
  /** Published before the day: what commits to its rounds’ seeds, and to the seed of its draws. */
  readonly tip: string;
  readonly drawCommitment: string;
  /** Its rounds, without a gap, to the last of the day. */
  readonly rounds: readonly RoundTranscript[];
}

/** One field in which a transcript and the recomputation differ, by its path in the transcript. */
export interface FieldDifference {
  readonly field: string;
  readonly claimed: string;
  readonly computed: string;
}

/** Collects the fields that differ. */
export type Compare = (field: string, claimed: unknown, computed: unknown) => void;

/** A list of differences and what adds to it: values are compared as text. */
export function differencesList(): { readonly differences: FieldDifference[]; readonly compare: Compare } {
  const differences: FieldDifference[] = [];
  const compare: Compare = (field, claimed, computed) => {
    if (claimed === computed) return;
    const [claim, right] = [String(claimed), String(computed)];
    if (claim !== right) differences.push({ field, claimed: claim, computed: right });
  };
  return { differences, compare };
}
