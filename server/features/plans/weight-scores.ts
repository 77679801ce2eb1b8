import type { PlanStore } from './plan-store.ts';

export interface WeightScores {
  /** The member's weight score, or a smaller one that is already `enough`. */
  of(memberId: bigint, enough: number): Promise<number>;
}

const rememberedMax = 100_000;

/** Scores read lately. A score only rises, so one that was enough stays enough; one that was not is read again. */
export function openWeightScores(store: Pick<PlanStore, 'weightOf'>): WeightScores {
  const remembered = new Map<bigint, number>();
  return {
    async of(memberId, enough) {
      const known = remembered.get(memberId) ?? 0;
      if (known >= enough) return known;
      const weight = await store.weightOf(memberId);
      if (remembered.size >= rememberedMax) remembered.clear();
      remembered.set(memberId, weight);
      return weight;
    },
  };
}
