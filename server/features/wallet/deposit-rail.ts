import type { Usdt } from '#core/money/amount.ts';

/** A way for test funds to come in, as members meet it. */
export interface DepositChannel {
  readonly id: string;
  readonly name: string;
  readonly minimum: Usdt;
  readonly maximum: Usdt;
  /** Confirmations from which the deposit is credited. */
  readonly confirmationsNeeded: number;
}

/** A deposit that the rail has not finished with. */
export interface OpenDeposit {
  readonly id: string;
  readonly memberId: bigint;
  readonly channel: string;
  readonly amount: Usdt;
  readonly address: string;
  readonly requestedAt: number;
}

/** How far a deposit has come by the rail's own sight. It never goes back. */
export type Sighting =
  | { readonly state: 'requested' }
  | { readonly state: 'seen'; readonly confirmations: number }
  | { readonly state: 'rejected' };

/** What the wallet asks of a payment rail. A gateway implements it. */
export interface DepositRail {
  readonly channels: readonly DepositChannel[];
  /** How often it is worth looking, in product time. */
  readonly lookEveryMs: number;
  /** Where the funds of this deposit come in: another address for each. */
  addressFor(channel: string, depositId: string): string;
  /** The same answer on every node, and after every restart. */
  look(deposit: OpenDeposit, now: number): Promise<Sighting>;
}
