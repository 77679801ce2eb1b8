import type { Deposit } from '#contract/deposits.ts';
import type { DepositRail } from './deposit-rail.ts';
import type { StoredDeposit } from './deposit-store.ts';

/** The deposit as its member sees it. */
export function depositRecord(deposit: StoredDeposit, rail: Pick<DepositRail, 'channels'>): Deposit {
  const { id, channel, amount, announced, state, reason, confirmations, address, requestedAt, confirmedAt } = deposit;
  const needed = rail.channels.find((one) => one.id === channel)?.confirmationsNeeded ?? confirmations;
  return {
    id,
    channel,
    amount,
    announced,
    state,
    reason,
    confirmations,
    confirmationsNeeded: needed,
    address,
    transaction: deposit.transactionHash,
    image: deposit.image,
    requestedAt,
    confirmedAt,
    reviewedAt: deposit.reviewedAt,
  };
}
