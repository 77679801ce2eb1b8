import type { Call } from '#server/platform/http/binding.ts';

/** How it is made sure that the member, and not just an open session, asks. */
export interface IdentityCheck {
  /** Spends this browser's captcha; throws `captchaWrong`. */
  requireCaptcha(call: Pick<Call, 'cookies'>, code: string): Promise<void>;
  /** The same, and asks for the login password; throws `oldPasswordWrong` or `signInLocked` as well. */
  requireLoginPassword(
    call: Pick<Call, 'cookies' | 'address' | 'member'>,
    password: string,
    code: string,
  ): Promise<void>;
  /**
   * Asks a member who has an authenticator app for its code or a backup code, and nobody else. Throws `secondFactorNeeded`,
   * `secondFactorWrong` or `secondFactorLocked`.
   */
  requireFactor(memberId: bigint, factor: string | undefined): Promise<void>;
}
