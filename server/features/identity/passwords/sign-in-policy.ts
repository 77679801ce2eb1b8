import type { FailurePolicy } from '#server/platform/failure-policy.ts';

/** Throttling of guesses by account name, which protects one account, and by address, which protects all. */
export const accountPolicy: FailurePolicy = { freeFailures: 5, codeAfterFailures: 3 };

/** Higher, because many members share the address of a mobile network. */
export const addressPolicy: FailurePolicy = { freeFailures: 40, codeAfterFailures: 20 };
