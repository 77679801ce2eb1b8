import type { OutputOf } from '#contract/operation.ts';
import type { getPayoutTimes as operation } from '#contract/withdrawals.ts';
import type { WithdrawalStore } from './withdrawal-store.ts';

const measuredMs = 30 * 24 * 60 * 60_000;

/** How long withdrawals took from the request to the payout, as the records say. */
export async function getPayoutTimes(
  store: WithdrawalStore,
  clock: { now(): number },
): Promise<OutputOf<typeof operation>> {
  return store.payoutTimes(clock.now() - measuredMs);
}
