import type { Call } from '#server/platform/http/binding.ts';
import type { Reauthenticate } from '#server/platform/reauthentication.ts';

/** Checks that the member makes the request, and not just somebody with an open session. */
export interface IdentityCheck {
  /** Consumes this browser's captcha; throws `captchaWrong`. */
  requireCaptcha(call: Pick<Call, 'cookies' | 'address'>, code: string): Promise<void>;
  readonly reauthenticate: Reauthenticate;
  /**
   * Requires a code of the authenticator app or a backup code from members who have an app. Throws `secondFactorNeeded`,
   * `secondFactorWrong` or `secondFactorLocked`.
   */
  requireFactor(memberId: bigint, factor: string | undefined): Promise<void>;
}
