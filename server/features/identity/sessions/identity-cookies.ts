import type { Call } from '#server/platform/http/binding.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import { isToken, newToken } from './secret-token.ts';
import { lifeDaysMax } from './sessions.ts';

/** The parts of a call that use cases need, so that their tests need no HTTP. */
export type CallerCookies = Pick<Call, 'cookies'>;

/** Name of the cookie that binds a captcha to the browser it was drawn for. */
export const visitorCookieName = 'clearlot_visitor';

const visitorLifeSeconds = 15 * 60;

/** Name of the cookie that binds a passkey challenge to its browser. */
export const passkeyCookieName = 'clearlot_passkey';

const passkeyLifeSeconds = 5 * 60;

/** Name of the cookie by which a device that signed in before is known. */
export const deviceCookieName = 'clearlot_device';

export function writeDevice({ cookies }: CallerCookies, device: string, lifeDays: number): void {
  cookies.write(deviceCookieName, device, lifeDays * 24 * 60 * 60);
}

export function readDevice({ cookies }: CallerCookies): string | undefined {
  return cookies.read(deviceCookieName);
}

export function writeSession({ cookies }: CallerCookies, token: string): void {
  cookies.write(sessionCookieName, token, lifeDaysMax * 24 * 60 * 60);
}

/** The browser's session token, open or not. */
export function readSession({ cookies }: CallerCookies): string | undefined {
  return cookies.read(sessionCookieName);
}

export function clearSession({ cookies }: CallerCookies): void {
  cookies.clear(sessionCookieName);
}

/** Sets a new visitor token, one per captcha. */
export function writeVisitor({ cookies }: CallerCookies): string {
  const visitor = newToken();
  cookies.write(visitorCookieName, visitor, visitorLifeSeconds);
  return visitor;
}

export function readVisitor({ cookies }: CallerCookies): string | undefined {
  const visitor = cookies.read(visitorCookieName);
  return isToken(visitor) ? visitor : undefined;
}

/** Sets a new token, one per passkey challenge. */
export function writePasskeyToken({ cookies }: CallerCookies): string {
  const token = newToken();
  cookies.write(passkeyCookieName, token, passkeyLifeSeconds);
  return token;
}

export function readPasskeyToken({ cookies }: CallerCookies): string | undefined {
  const token = cookies.read(passkeyCookieName);
  return isToken(token) ? token : undefined;
}

export function clearPasskeyToken({ cookies }: CallerCookies): void {
  cookies.clear(passkeyCookieName);
}
