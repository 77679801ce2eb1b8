import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { weightOf } from './plan-store.ts';

export interface WeightScores {
  /** The member's weight score, or a smaller cached one that is at least `enough`. */
  of(memberId: bigint, enough: number): Promise<number>;
}

const rememberedMax = 20_000;
const rememberedMs = 3_600_000;

/** Cache of scores. A score only rises, so a sufficient one stays sufficient; others are read again. */
export function openWeightScores(tables: Kysely<unknown>): WeightScores {
  const remembered = new LRUCache<bigint, number>({ max: rememberedMax, ttl: rememberedMs });
  return {
    async of(memberId, enough) {
      const known = remembered.get(memberId) ?? 0;
      if (known >= enough) return known;
      const weight = await weightOf(tables, memberId);
      remembered.set(memberId, weight);
      return weight;
    },
  };
}
