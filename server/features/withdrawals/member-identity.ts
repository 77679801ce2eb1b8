import type { QueryExecutorProvider } from 'kysely';
import type { Reauthenticate } from '#server/platform/reauthentication.ts';

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
export interface MemberIdentity {
  /** Throws `withdrawalPasswordUnset`, `withdrawalPasswordLocked` or `withdrawalPasswordWrong`. */
  requireWithdrawalPassword(memberId: bigint, password: string): Promise<void>;
  hasWithdrawalPassword(memberId: bigint): Promise<boolean>;
  readonly reauthenticate: Reauthenticate;
  /** Within the caller's transaction, if given. */
  isFrozen(memberId: bigint, within?: QueryExecutorProvider): Promise<boolean>;
  cardOf(memberId: bigint): Promise<PayoutCard | null>;
  /** Null when not given. */
  realNameOf(memberId: bigint): Promise<string | null>;
}

/** How many withdrawals a member may have in review at once. Nothing else about a withdrawal depends on the member. */
export interface ReviewPlaces {
  of(memberId: bigint): Promise<'one' | 'several'>;
}
