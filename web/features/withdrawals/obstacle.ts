import type { WithdrawalMethod } from '#contract/withdrawals.ts';

export type Obstacle = 'cardUnset' | 'fundPasswordUnset';

/** What the member has to set up first: the card, then the password. An address needs no card. */
export function obstacleOf(
  set: { readonly hasBankCard: boolean; readonly hasFundPassword: boolean },
  method: WithdrawalMethod,
): Obstacle | null {
  if (method === 'bank' && !set.hasBankCard) return 'cardUnset';
  return set.hasFundPassword ? null : 'fundPasswordUnset';
}
