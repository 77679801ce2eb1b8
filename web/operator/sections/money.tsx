import type { ReactNode } from 'react';
import { OpenDeposits } from './open-deposits.tsx';
import { PayoutTimes } from './payout-times.tsx';
import { ReviewedWithdrawals } from './reviewed-withdrawals.tsx';

/** Withdrawals and deposits that are under way. */
export function Money(): ReactNode {
  return (
    <>
      <PayoutTimes />
      <ReviewedWithdrawals />
      <OpenDeposits />
    </>
  );
}
