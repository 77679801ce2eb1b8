import * as z from 'zod/mini';

/** Value of `url` that sends the member to the login page. */
export const signInUrl = 99;

/** Value of `state` that says that the session expired. */
export const expiredState = 401;

/** The header that every call changing state carries: neither a link nor an image can send it. */
export const stateChangeHeader = 'x-clearlot';

/** The only value of `stateChangeHeader` that is accepted. */
export const stateChangeHeaderValue = '1';

/** The header that carries the idempotency key of a money call, 8 to 128 letters, digits, "-" or "_". */
export const idempotencyHeader = 'idempotency-key';

/** What an idempotency key may look like; anything else is refused as `idempotencyKeyInvalid`. */
export const idempotencyKeyPattern = /^[A-Za-z0-9_-]{8,128}$/;

/**
 * The header of a call that an operator's page makes by itself, untouched for a while: it does not keep the session from ending. Its
 * only value is `unattendedHeaderValue`.
 */
export const unattendedHeader = 'x-clearlot-unattended';

/** The only value of `unattendedHeader`. */
export const unattendedHeaderValue = '1';

/** The body of every response. Every refusal has `code`, one of an expired session also `state`. */
export const envelope = z.object({
  status: z.union([z.boolean(), z.literal(0), z.literal(1)]),
  info: z.unknown(),
  url: z.unknown(),
  code: z.optional(z.string()),
  state: z.optional(z.number()),
});
