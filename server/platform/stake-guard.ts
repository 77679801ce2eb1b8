import type { Usdt } from '#core/money/amount.ts';

/** Checks of the member's freeze and own limits when a stake is placed. */
export interface StakeGuard {
  /**
   * Runs `place`, which puts that amount at risk and which the database refuses where the member's freeze or own limits forbid it:
   * then throws `accountFrozen`, `selfExcluded`, `dailyLossLimit` or `weeklyLossLimit`. `place` may run again after such a refusal.
   */
  placing<Result>(memberId: bigint, atRisk: Usdt, place: () => Promise<Result>): Promise<Result>;
}
