import type { Call } from '#server/platform/http/binding.ts';
import { isToken, newToken } from '#server/platform/secret-token.ts';
import { sessionCookieName } from '#server/platform/session.ts';
import { lifeDaysMax } from './sessions.ts';

/** The parts of a call that use cases need, so that their tests need no HTTP. */
export type CallerCookies = Pick<Call, 'cookies'>;

/** Name of the cookie that binds a captcha to the browser it was drawn for. */
export const visitorCookieName = 'clearlot_visitor';

const visitorLifeSeconds = 15 * 60;

/** Name of the cookie by which a device that signed in before is known. */
export const deviceCookieName = 'clearlot_device';

export function clearDevice({ cookies }: CallerCookies): void {
  cookies.clear(deviceCookieName);
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
