import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../http/binding.ts';
import { newToken } from '../secret-token.ts';

/**
 * How long a device counts as known after its last sign-in. Its cookie outlives a sign-out: it opens nothing, and only keeps failures of
 * others from locking this device out.
 */
export const deviceDaysMax = 90;

const daySeconds = 24 * 60 * 60;

/** The cookie of one kind of account, and the key that signs it. */
export interface DeviceCookie {
  readonly name: string;
  readonly key: Buffer;
}

type CallerCookies = Pick<Call, 'cookies'>;
const cookiePattern = /^([\w-]{43})\.(\d{1,15})\.([\w-]{43})$/;

/** The id of this browser's device if it has signed in to this account before, else null. */
export function knownDevice(
  { name, key }: DeviceCookie,
  { cookies }: CallerCookies,
  username: string,
  now: number,
): string | null {
  const [, id = '', expiresAt = '', mac = ''] = cookiePattern.exec(cookies.read(name) ?? '') ?? [];
  if (id === '' || Number(expiresAt) <= now) return null;
  const right = Buffer.from(macOf(key, username, id, expiresAt));
  return timingSafeEqual(Buffer.from(mac), right) ? id : null;
}

/** Makes this browser a known device of the account. Its id is kept, and with it the failures that it counts. */
export function rememberDevice(device: DeviceCookie, call: CallerCookies, username: string, now: number): void {
  const id = knownDevice(device, call, username, now) ?? newToken();
  const expiresAt = String(now + deviceDaysMax * daySeconds * 1_000);
  const value = `${id}.${expiresAt}.${macOf(device.key, username, id, expiresAt)}`;
  call.cookies.write(device.name, value, deviceDaysMax * daySeconds);
}

/** Binds the id to the account, so that it is worth nothing at another. */
function macOf(key: Buffer, username: string, id: string, expiresAt: string): string {
  const bound = ['known device', username.toLowerCase(), id, expiresAt].join('\n');
  return createHmac('sha256', key).update(bound).digest('base64url');
}
