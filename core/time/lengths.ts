/** A minute, in ms. */
export const minuteMs = 60_000;

/** An hour, in ms. */
export const hourMs = 3_600_000;

/** A day of a calendar without changes of the clocks (UTC), in ms. */
export const dayMs = 86_400_000;

/** The day (UTC, whole days since 1970) of a moment, ms since 1970-01-01T00:00Z. */
export const utcDay = (at: number): number => Math.floor(at / dayMs);
