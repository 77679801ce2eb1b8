/** States of a withdrawal, in the order it goes through them; the last three end it. */
export const withdrawalStates = ['requested', 'inReview', 'sent', 'done', 'refused', 'cancelled'] as const;

/** The state of a withdrawal. */
export type WithdrawalState = (typeof withdrawalStates)[number];

/** States of a round, in the order it goes through them: it ends drawn, or void with every stake returned. */
export const roundStates = ['betting', 'closed', 'drawn', 'void'] as const;

/** The state of a round. */
export type RoundState = (typeof roundStates)[number];
