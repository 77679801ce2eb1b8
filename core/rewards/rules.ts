/** What one kind of act earns. */
export interface Reward {
  /** Points of the weight score. */
  readonly weight: number;
  /** Whether each plan, deposit or day earns, or only the first act of the kind that a member does. Either earns once. */
  readonly per: 'reference' | 'member';
}

/**
 * What earns, and how much, as published on the rule page. A change of an amount raises the version: each entry carries the
 * version that it was earned by, and keeps its amount.
 */
export const rewardRules = {
  version: 1,
  rewards: {
    depositConfirmed: { weight: 100, per: 'reference' },
    planSettled: { weight: 10, per: 'reference' },
    withdrawalPasswordSet: { weight: 30, per: 'member' },
    cardBound: { weight: 30, per: 'member' },
    checkedIn: { weight: 5, per: 'reference' },
    redEnvelope: { weight: 10, per: 'reference' },
  },
} as const satisfies { readonly version: number; readonly rewards: Readonly<Record<string, Reward>> };

/** The rewards of the current version, by kind. */
export const { rewards } = rewardRules;

const redEnvelopeWeightMax = 1_000;

/** What the red envelope gives beside points: weight for each collected task, at most `weightMax` of it in `entriesMax` entries. */
export const redEnvelope = {
  weightMax: redEnvelopeWeightMax,
  entriesMax: redEnvelopeWeightMax / rewards.redEnvelope.weight,
} as const;

/** What is rewarded. */
export type RewardKind = keyof typeof rewards;

/** Kinds of which each member earns the first act only. */
export type FirstRewardKind = {
  [Kind in RewardKind]: (typeof rewards)[Kind]['per'] extends 'member' ? Kind : never;
}[RewardKind];

/** What is rewarded, in the order it is published in. */
export const rewardKinds: readonly RewardKind[] = Object.keys(rewards) as RewardKind[];
