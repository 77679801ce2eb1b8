import type { Usdt } from '#core/money/amount.ts';

/** A way for test funds to come in, as members meet it. */
export interface DepositChannel {
  readonly id: string;
  readonly name: string;
  readonly minimum: Usdt;
  readonly maximum: Usdt;
  /** Confirmations from which the deposit is credited. */
  readonly confirmationsNeeded: number;
  /** The chain whose transfers it takes; null for a rail without one. */
  readonly network: { readonly name: string; readonly chainId: number; readonly token: string } | null;
}

/** A payment rail. A gateway implements one of the two kinds. */
export type DepositRail = RequestRail | TransferRail;

interface Rail {
  readonly channels: readonly DepositChannel[];
  /** Since when incoming transfers cannot be seen (wall time, ms); null while they can. */
  behindSince(): Promise<number | null>;
  /** A real health check, for the uptime board. Throws when the rail is down. */
  probe(now: number): Promise<'up' | 'degraded'>;
}

/** A rail that decides each request by itself: the requested amount is what comes in. */
export interface RequestRail extends Rail {
  readonly kind: 'requests';
  /** Polling interval, in product time. */
  readonly pollEveryMs: number;
  /** The deposit address, a different one for each deposit. */
  addressFor(channel: string, depositId: string): string;
  /** Deterministic: equal on every node and after every restart. */
  look(deposit: OpenDeposit, now: number): Promise<Observation>;
}

/** A deposit that the rail has not finished with. */
interface OpenDeposit {
  readonly id: string;
  readonly memberId: bigint;
  readonly channel: string;
  readonly amount: Usdt;
  readonly address: string;
  readonly requestedAt: number;
}

/** The rail's view of a deposit. It never goes back. */
type Observation =
  | { readonly state: 'requested' }
  | { readonly state: 'seen'; readonly confirmations: number }
  | { readonly state: 'rejected' };

/** A rail with incoming transfers, announced or not: the transferred amount is credited. */
export interface TransferRail extends Rail {
  readonly kind: 'transfers';
  /** Polling interval, in wall time. */
  readonly pollEveryMs: number;
  /** The member's deposit address. */
  addressOf(memberId: bigint): Promise<string>;
  /**
   * Reads the network since the last call and passes every transfer whose deposit has not ended to `handle`, in pages.
   * Runs on one node at a time: returns false while another node runs it.
   */
  takeIn(handle: (transfers: readonly IncomingTransfer[]) => Promise<void>): Promise<boolean>;
  /** Its deposit has ended: the transfer is not passed to `takeIn`'s handler any more. */
  finish(transfer: string, outcome: 'credited' | 'rejected'): Promise<void>;
  /** The transfers to this member in a transaction, or the reason for none. */
  find(memberId: bigint, transactionHash: string): Promise<readonly IncomingTransfer[] | NotFound>;
}

/** A transfer to a member's address, in the network's current state. */
export interface IncomingTransfer {
  /** The rail's id of the transfer; a reorganisation does not change it. */
  readonly transfer: string;
  readonly transactionHash: string;
  readonly memberId: bigint;
  readonly address: string;
  readonly amount: Usdt;
  /** Null: dropped by a reorganisation, and may come back. At most `confirmationsNeeded`. */
  readonly confirmations: number | null;
}

/** Why a transaction has no transfer to the member; each is the code of a refusal. */
export type NotFound =
  | 'transactionUnknown'
  | 'transactionPending'
  | 'transactionFailed'
  | 'transactionOtherToken'
  | 'transactionNotYours'
  | 'transactionTooOld'
  | 'chainUnavailable';
