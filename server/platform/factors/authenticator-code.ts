import { Secret, TOTP } from 'otpauth';

/** TOTP (RFC 6238) with the parameters that all authenticator apps support. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

const periodMs = form.period * 1_000;

/** Accepts one step before and after, for clock skew. */
const stepsAround = 1;

/** 160 bits, as RFC 4226 recommends, in base 32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The otpauth URI that an authenticator app reads from a QR code. */
export function authenticatorAddress(secret: string, username: string): string {
  return new TOTP({ ...form, issuer: 'Clearlot', label: username, secret }).toString();
}

/**
 * The time step (30 seconds since 1970) of a six-digit code, or null for a code that is not valid at `now`. Steps up to `lastStep`
 * are refused as replays.
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

/**
 * The time step of the second of two codes in a row, or null unless both are right and newer than `lastStep`. The second one may be as
 * old as any code that is accepted.
 */
export function stepOfPair(
  secret: string,
  [first, second]: readonly [string, string],
  now: number,
  lastStep: number,
): number | null {
  const step = stepOfCode(secret, second, now, lastStep + 1);
  return step !== null && codeAt(secret, (step - 1) * periodMs) === first ? step : null;
}

/** The code at a moment. */
export function codeAt(secret: string, now: number): string {
  return TOTP.generate({ ...form, secret: Secret.fromBase32(secret), timestamp: now });
}
