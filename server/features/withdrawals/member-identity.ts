import type { IdentityCheck, SecurityGuards } from '#server/platform/reauthentication.ts';

/** The bank card in use, without its number. */
export interface PayoutCard {
  readonly id: string;
  readonly masked: string;
  readonly bankName: string;
  readonly nameOnCard: string;
  /** Keyed hash of its number, 32 bytes in hexadecimal: equal for the same card of any member. */
  readonly fingerprint: string;
}

/** What withdrawals need of the member. */
export interface MemberIdentity
  extends Pick<SecurityGuards, 'requireWithdrawalPassword' | 'hasWithdrawalPassword' | 'isFrozen'>,
    Pick<IdentityCheck, 'reauthenticate'> {
  cardOf(memberId: bigint): Promise<PayoutCard | null>;
  /** Null when not given. */
  realNameOf(memberId: bigint): Promise<string | null>;
}

/** How many withdrawals a member may have in review at once. Nothing else about a withdrawal depends on the member. */
export interface ReviewPlaces {
  of(memberId: bigint): Promise<'one' | 'several'>;
}
