/** From one round to the next, in ms. Rounds run around the clock, one after another. */
export const roundMs = 300_000;

/** From the opening of a round to its closing, in ms: bets are taken before it, never at it. */
export const bettingMs = 240_000;

/** From the opening of a round to its deadline, in ms: a round without a result by then is void. */
export const voidMs = 540_000;

/** Rounds that open on one day (UTC). */
export const roundsPerDay = 288;

/** A safe integer: the number of five-minute spans from 1970 UTC to the opening of the round, on the product clock. */
export type RoundNumber = number;

/** The moments of one round, ms of the product clock. */
export interface RoundTimes {
  readonly opensAt: number;
  /** Bets are taken from `opensAt` until just before this. */
  readonly closesAt: number;
  /** No result is shown before this, when the beacon exists. */
  readonly resultAt: number;
  /** Without a result by then the round is void. */
  readonly voidAt: number;
}

/** The round that has opened last at a moment of the product clock (ms), whether or not it still takes bets. */
export function roundAt(ms: number): RoundNumber {
  return Math.floor(ms / roundMs);
}

/** The moments of a round. */
export function timesOf(round: RoundNumber): RoundTimes {
  const opensAt = round * roundMs;
  return { opensAt, closesAt: opensAt + bettingMs, resultAt: opensAt + roundMs, voidAt: opensAt + voidMs };
}

/** The day on which a round opens: days from 1970 UTC. */
export function dayOf(round: RoundNumber): number {
  return Math.floor(round / roundsPerDay);
}

/** The place of a round on its day, 0 to 287: that of its seed in the day’s chain. */
export function placeOf(round: RoundNumber): number {
  return round - dayOf(round) * roundsPerDay;
}

/** Whether this can be the number of a round: a safe integer from 0 whose moments are safe integers. */
export function isRoundNumber(round: number): boolean {
  return Number.isSafeInteger(round) && round >= 0 && Number.isSafeInteger(round * roundMs + voidMs);
}
