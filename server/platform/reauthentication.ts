import type { QueryExecutorProvider } from 'kysely';
import type { Call } from './http/binding.ts';

/** What the owner shows beside the session. */
export interface OwnerProof {
  /** The login password. */
  readonly password: string | undefined;
  /** Code of the authenticator app or a backup code; needed with an app set up. */
  readonly factor: string | undefined;
}

/**
 * Makes sure that the owner acts, and not just somebody with the session's cookie. Throws `loginPasswordNeeded`, `oldPasswordWrong`,
 * `signInLocked`, `secondFactorNeeded`, `secondFactorWrong` or `secondFactorLocked`. The session gets a new token.
 */
export type Reauthenticate = (call: Pick<Call, 'cookies' | 'member'>, proof: OwnerProof) => Promise<void>;

/** How other features make sure who calls: what identity checks for them. */
export interface IdentityCheck {
  /** Spends this browser's captcha; throws `captchaWrong`. */
  requireCaptcha(call: Pick<Call, 'cookies' | 'address'>, code: string): Promise<void>;
  /** Counts a failed proof of the caller's network: more of them make the captcha's work harder. */
  countFailure(call: Pick<Call, 'address'>): Promise<void>;
  readonly reauthenticate: Reauthenticate;
  /**
   * Requires an app code or a backup code of a member with an authenticator app. Throws `secondFactorNeeded`, `secondFactorWrong` or
   * `secondFactorLocked`.
   */
  requireFactor(call: Pick<Call, 'cookies' | 'member'>, factor: string | undefined): Promise<void>;
  /** Whether the member has an active authenticator app. */
  hasAuthenticator(memberId: bigint): Promise<boolean>;
}

/** What other features check before money leaves, a name changes or a card is bound. */
export interface SecurityGuards {
  /** Within the caller's transaction, if given. */
  isFrozen(memberId: bigint, within?: QueryExecutorProvider): Promise<boolean>;
  /** Throws `accountFrozen`. */
  requireUnfrozen(memberId: bigint): Promise<void>;
  /** The same to the end of the caller's transaction, at its beginning. */
  requireToStayUnfrozen(within: QueryExecutorProvider, memberId: bigint): Promise<void>;
  hasWithdrawalPassword(memberId: bigint): Promise<boolean>;
  /** Throws `withdrawalPasswordUnset`, `withdrawalPasswordLocked` or `withdrawalPasswordWrong`. */
  requireWithdrawalPassword(memberId: bigint, password: string): Promise<void>;
}
