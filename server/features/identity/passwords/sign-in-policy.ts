import type { FailurePolicy } from '#server/platform/failure-policy.ts';

/** What slows down guessing: by account name, so that one account is safe, and by address, so that all of them are. */
export const accountPolicy: FailurePolicy = { freeFailures: 5, codeAfterFailures: 3 };

/** Many members share the address of a mobile network, so it is given more. */
export const addressPolicy: FailurePolicy = { freeFailures: 40, codeAfterFailures: 20 };
