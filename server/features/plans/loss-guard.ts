import type { Usdt } from '#core/money/amount.ts';

/** What placing a plan asks about the member's freeze and own limits. */
export interface LossGuard {
  /**
   * Runs `place`, which puts that much at risk and is refused by the database where the member's freeze or own limits forbid it.
   * Throws `accountFrozen`, `selfExcluded`, `dailyLossLimit` or `weeklyLossLimit` then. `place` may run again after such a refusal.
   */
  placing<Result>(memberId: bigint, atRisk: Usdt, place: () => Promise<Result>): Promise<Result>;
}
