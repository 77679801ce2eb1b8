import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { chainOf, tipOf } from '#core/proofs/seed-chain.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { hmacSha256 } from './hmac.ts';

/** The secret seeds of one day (UTC), and what is published of them before it begins. */
export interface DaySeeds {
  /** Commits to the seeds of the day’s rounds: the tip of their chain, lower-case hex. */
  readonly tip: string;
  /** The seed of each round, by the place of the round on its day: a seed chain. */
  readonly seeds: readonly Uint8Array[];
  /** Commits to the seed of the day’s draws: its SHA-256, lower-case hex. */
  readonly drawCommitment: string;
  readonly drawSeed: Uint8Array;
}

/**
 * A new chain of day keys is used for a year, and the tip of the next one is published a month before it takes its place. Its keys would last for three, so
 * that a long downtime leaves no day without seeds.
 */
export const chainDays = { used: 366, publishedBefore: 30, keys: 1_098 } as const;

/**
 * The keys of so many days: a seed chain, whose tip is published once, before its first day. A day’s key is revealed after the day, when no round of it is
 * undecided. Throws a RangeError unless the master seed has 32 bytes.
 */
export function dayKeysOf(master: Uint8Array, days: number): readonly Uint8Array[] {
  return chainOf(master, days);
}

/**
 * The seeds of a day, all from its key: the last round’s is HMAC-SHA-256(key, "clearlot rounds"), each round’s before it the SHA-256 of the next;
 * the draws’ is HMAC-SHA-256(key, "clearlot draws"). None of them leads to the key.
 */
export function daySeedsOf(key: Uint8Array): DaySeeds {
  const seeds = chainOf(seedFor(key, 'clearlot rounds'), roundsPerDay);
  const drawSeed = seedFor(key, 'clearlot draws');
  return { tip: tipOf(seeds), seeds, drawSeed, drawCommitment: drawCommitmentOf(drawSeed) };
}

/** What commits to the seed of a day’s draws: its SHA-256, lower-case hex. */
export function drawCommitmentOf(drawSeed: Uint8Array): string {
  return bytesToHex(sha256(drawSeed));
}

const seedFor = (key: Uint8Array, purpose: string): Uint8Array => hmacSha256(key, utf8ToBytes(purpose));
