/** Names of the three donation tiers. */
export const donationTiers = [1, 2, 3] as const;

/** A donation tier. */
export type DonationTier = (typeof donationTiers)[number];

/** Assistance points that a donation of each tier moves. */
export const tierPoints = { 1: 10, 2: 50, 3: 200 } as const satisfies Record<DonationTier, number>;
