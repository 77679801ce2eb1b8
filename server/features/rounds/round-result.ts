import type { Kysely } from 'kysely';
import { roundResultHash } from '#core/rewards/result-hash.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { findRound } from './round-store.ts';

/** Fingerprint of the result of a drawn round; null where there is none, and of a void round, though its beacon came later. */
export async function resultHashOf(tables: Kysely<unknown>, round: RoundNumber): Promise<string | null> {
  const { digest, end } = (await findRound(tables, round)) ?? {};
  if (digest === undefined || !end?.result || end.isVoid) return null;
  return roundResultHash({ round, digest, seed: end.seed, ...end.result });
}
