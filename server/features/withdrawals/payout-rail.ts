import type { WithdrawalMethod } from '#contract/withdrawals.ts';
import type { Usdt } from '#core/money/amount.ts';

/** What is to be paid out. */
export interface PayoutOrder {
  readonly id: string;
  readonly memberId: bigint;
  readonly method: WithdrawalMethod;
  /** All of it arrives; the fee is the house's. */
  readonly amount: Usdt;
  readonly destination: string;
  /** Product time of the first time it was given to the rail. */
  readonly sentAt: number;
}

/** How far a payout has come as the rail reports it. `failed`: nothing was paid, and nothing will be. */
export type PayoutState = 'sent' | 'paid' | 'failed';

/** What withdrawals ask of a payout rail. A gateway implements it. */
export interface PayoutRail {
  /** How often it is worth asking, in product time. */
  readonly lookEveryMs: number;
  /**
   * Pays the order out, once however often and on however many nodes it is asked to, and answers how far it has come. A final answer
   * never changes.
   */
  payOut(order: PayoutOrder, now: number): Promise<PayoutState>;
}
