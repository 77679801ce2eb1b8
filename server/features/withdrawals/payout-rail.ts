import type { WithdrawalMethod } from '#contract/withdrawals.ts';
import type { Usdt } from '#core/money/amount.ts';

export interface PayoutOrder {
  readonly id: string;
  readonly memberId: bigint;
  readonly method: WithdrawalMethod;
  /** Paid out in full; the fee is borne by the house. */
  readonly amount: Usdt;
  readonly destination: string;
  /** Product time at which it was first passed to the rail. */
  readonly sentAt: number;
}

/** Status of a payout as the rail reports it. `failed`: nothing was paid or will be. */
export type PayoutState = 'sent' | 'paid' | 'failed';

/** A payout rail. A gateway implements it. */
export interface PayoutRail {
  /** Polling interval, in product time. */
  readonly pollEveryMs: number;
  /** Pays the order out and returns its status. Idempotent across calls and nodes; a final status never changes. */
  payOut(order: PayoutOrder, now: number): Promise<PayoutState>;
}
