import type { WithdrawalMethod } from '#contract/withdrawals.ts';

export type Obstacle = 'cardUnset' | 'withdrawalPasswordUnset';

/** What must be set up first: card, then password. Withdrawals to an address need no card. */
export function obstacleOf(
  set: { readonly hasBankCard: boolean; readonly hasWithdrawalPassword: boolean },
  method: WithdrawalMethod,
): Obstacle | null {
  if (method === 'bank' && !set.hasBankCard) return 'cardUnset';
  return set.hasWithdrawalPassword ? null : 'withdrawalPasswordUnset';
}
