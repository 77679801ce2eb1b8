import type { Usdt } from '#core/money/amount.ts';

/** What placing a plan asks about the limits that the member set. */
export interface LossGuard {
  /**
   * Runs `place`, which puts that much at risk and is refused by the database where the member's own limits forbid it. Throws
   * `selfExcluded`, `dailyLossLimit` or `weeklyLossLimit` then. `place` may be run again after such a no.
   */
  placing<Result>(memberId: bigint, atRisk: Usdt, place: () => Promise<Result>): Promise<Result>;
}
