/** The bank card in use, without its number. */
export interface PayoutCard {
  readonly id: string;
  readonly masked: string;
  readonly bankName: string;
  readonly nameOnCard: string;
}

/** What withdrawals ask about the member. */
export interface MemberIdentity {
  /** Throws `withdrawalPasswordUnset`, `withdrawalPasswordLocked` or `withdrawalPasswordWrong`. */
  requireWithdrawalPassword(memberId: bigint, password: string): Promise<void>;
  hasWithdrawalPassword(memberId: bigint): Promise<boolean>;
  isFrozen(memberId: bigint): Promise<boolean>;
  cardOf(memberId: bigint): Promise<PayoutCard | null>;
  /** Null where none is given. */
  realNameOf(memberId: bigint): Promise<string | null>;
}

/** How many withdrawals of a member may be in review at a time: the one thing that depends on the member, and all of it. */
export interface ReviewPlaces {
  of(memberId: bigint): Promise<'one' | 'several'>;
}
