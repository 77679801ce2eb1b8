import { hourMs } from '#core/time/lengths.ts';

/** Milliseconds between the second operator's approval of a recovery and its effect, in which the member can cancel it: covers a weekend. */
export const recoveryWaitMs = 72 * hourMs;

/** Milliseconds of the freeze after a recovery or a reset of the login password, which not even the owner can lift. */
export const recoveryFreezeMs = 24 * hourMs;

/** Milliseconds that an operator's freeze holds at most; from then on its member can lift it. */
export const operatorFreezeMs = 72 * hourMs;

/** Milliseconds after an operator's freeze in which freezes by operators hold no longer than that one would have. */
export const operatorFreezeEveryMs = 2 * operatorFreezeMs;

/** Milliseconds in which a request for a new login password can be approved for the first time. */
export const passwordRequestMs = 7 * 24 * hourMs;
