import type { WithdrawalMethod } from '#contract/withdrawals.ts';

export type Obstacle = 'cardUnset' | 'withdrawalPasswordUnset';

/** What the member has to set up first: the card, then the password. An address needs no card. */
export function obstacleOf(
  set: { readonly hasBankCard: boolean; readonly hasWithdrawalPassword: boolean },
  method: WithdrawalMethod,
): Obstacle | null {
  if (method === 'bank' && !set.hasBankCard) return 'cardUnset';
  return set.hasWithdrawalPassword ? null : 'withdrawalPasswordUnset';
}
