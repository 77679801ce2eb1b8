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

/** What the wallet asks of a payment rail. A gateway implements one of the two kinds. */
export type DepositRail = RequestRail | TransferRail;

interface Rail {
  readonly channels: readonly DepositChannel[];
  /** Since when it has not been able to see what comes in (wall time, ms); null while it is. */
  behindSince(): Promise<number | null>;
  /** One real look, for whoever watches over the platform. Throws when the rail is down. */
  probe(now: number): Promise<'up' | 'degraded'>;
}

/** A rail that decides about each request by itself: what was asked for is what comes in. */
export interface RequestRail extends Rail {
  readonly kind: 'requests';
  /** How often it is worth looking, in product time. */
  readonly lookEveryMs: number;
  /** Where the funds of this deposit come in: another address for each. */
  addressFor(channel: string, depositId: string): string;
  /** The same answer on every node, and after every restart. */
  look(deposit: OpenDeposit, now: number): Promise<Sighting>;
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

/** A rail on which transfers come in by themselves, announced or not: what came in is what counts. */
export interface TransferRail extends Rail {
  readonly kind: 'transfers';
  /** How often it is worth looking, in wall time: a network keeps its own. */
  readonly lookEveryMs: number;
  /** Where this member's transfers come in. */
  addressOf(memberId: bigint): Promise<string>;
  /**
   * Takes in what the network has done since the last call, and hands on every transfer that has not ended, some at a time.
   * One node at a time does so: answers false when another one is at it.
   */
  takeIn(handle: (arrivals: readonly Arrival[]) => Promise<void>): Promise<boolean>;
  /** Its deposit has ended: the transfer is not handed on any more. */
  finish(transfer: string, outcome: 'credited' | 'rejected'): Promise<void>;
  /** The transfers to this member in a transaction, or why there are none. */
  find(memberId: bigint, transactionHash: string): Promise<readonly Arrival[] | NotFound>;
}

/** A transfer to an address of a member, as the network has it now. */
export interface Arrival {
  /** The rail's own name of the transfer: the same wherever the network puts it. */
  readonly transfer: string;
  readonly transactionHash: string;
  readonly memberId: bigint;
  readonly address: string;
  readonly amount: Usdt;
  /** Null: the network has dropped it, and may take it up again. At most what is needed. */
  readonly confirmations: number | null;
}

/** Why a transaction brings the member nothing; each is the code of a refusal. */
export type NotFound =
  | 'transactionUnknown'
  | 'transactionPending'
  | 'transactionFailed'
  | 'transactionOtherToken'
  | 'transactionNotYours'
  | 'transactionTooOld'
  | 'chainUnavailable';
