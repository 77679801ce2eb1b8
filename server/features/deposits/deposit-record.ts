import type { Deposit } from '#contract/deposits.ts';
import type { DepositRail } from './deposit-rail.ts';
import type { StoredDeposit } from './deposit-store.ts';

/** The deposit as its member sees it. */
export function depositRecord(
  { memberId, transfer, transactionHash, reviewedBy, ...deposit }: StoredDeposit,
  rail: Pick<DepositRail, 'channels'>,
): Deposit {
  const channel = rail.channels.find(({ id }) => id === deposit.channel);
  const confirmationsNeeded = channel?.confirmationsNeeded ?? deposit.confirmations;
  return { ...deposit, confirmationsNeeded, transaction: transactionHash };
}
