import type { Call } from '#server/platform/http/binding.ts';

/** Checks that the member makes the request, and not just somebody with an open session. */
export interface IdentityCheck {
  /** Consumes this browser's captcha; throws `captchaWrong`. */
  requireCaptcha(call: Pick<Call, 'cookies' | 'address'>, code: string): Promise<void>;
  /** As above, and requires the login password; throws `oldPasswordWrong` or `signInLocked` as well. */
  requireLoginPassword(
    call: Pick<Call, 'cookies' | 'address' | 'member'>,
    password: string,
    code: string,
  ): Promise<void>;
  /**
   * Requires a code of the authenticator app or a backup code from members who have an app. Throws `secondFactorNeeded`,
   * `secondFactorWrong` or `secondFactorLocked`.
   */
  requireFactor(memberId: bigint, factor: string | undefined): Promise<void>;
}
