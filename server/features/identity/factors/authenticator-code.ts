import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

const periodMs = form.period * 1_000;

/** Clocks of phones and of the server differ: the step before and the one after are taken as well. */
const stepsAround = 1;

/** 160 bits, as RFC 4226 recommends, in base 32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function authenticatorAddress(secret: string, username: string): string {
  return new TOTP({ ...form, issuer: 'Clearlot', label: username, secret }).toString();
}

/**
 * The step that the six digits are the code of, counted from 1970 in 30 seconds, or null when they are the code of none that counts
 * at `now`. Steps up to `lastStep` were used.
 */
export function stepOfCode(secret: string, digits: string, now: number, lastStep: number): number | null {
  const current = Math.floor(now / periodMs);
  for (let step = Math.max(current - stepsAround, lastStep + 1); step <= current + stepsAround; step += 1) {
    const timestamp = step * periodMs;
    const options = { ...form, token: digits, secret: Secret.fromBase32(secret), timestamp, window: 0 };
    if (TOTP.validate(options) !== null) return step;
  }
  return null;
}

/** The code at a moment, as the member's app shows it. */
export function codeAt(secret: string, now: number): string {
  return TOTP.generate({ ...form, secret: Secret.fromBase32(secret), timestamp: now });
}
