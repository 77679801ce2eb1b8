import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { PushMessage } from '#contract/notifications.ts';
import type { PushDevice } from './device-store.ts';
import { isPushEndpoint, publicLookup } from './push-endpoint.ts';
import type { PushKey } from './push-key.ts';

/** Result of a request to a push service. `gone`: the subscription has ended; `refused`: the service takes no such message. */
export type PushResult =
  | { readonly outcome: 'sent' | 'gone' | 'refused' }
  | { readonly outcome: 'failed'; readonly retryAfterMs: number | null };

export interface PushRequestOptions {
  readonly key: PushKey;
  /** Contact of the sender: an https or mailto address. */
  readonly subject: string;
  readonly allowsLoopback: boolean;
  readonly timeoutMs?: number;
}

/** The contact that push services are given (RFC 8292): an address that they accept, which a server at http://localhost has none of. */
export function contactOf(publicOrigin: string | undefined): string {
  return publicOrigin?.startsWith('https:') ? publicOrigin : 'mailto:operator@clearlot.invalid';
}

/** A device that is off gets the message when it is on again, within this time. */
const keptSeconds = 24 * 60 * 60;
const timeoutMsMax = 10_000;

/** Encrypts the message for the device and sends it to its push service. Redirects are not followed and no response body is read. */
export async function sendPush(
  device: Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
  { key, subject, allowsLoopback, timeoutMs = timeoutMsMax }: PushRequestOptions,
): Promise<PushResult> {
  const { endpoint, p256dh, auth } = device;
  if (!isPushEndpoint(endpoint, allowsLoopback)) return { outcome: 'gone' };
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: { subject, ...key }, TTL: keptSeconds, urgency: 'normal', topic: message.id },
  );
  try {
    return await post(endpoint, headers, body, timeoutMs);
  } catch {
    return { outcome: 'failed', retryAfterMs: null };
  }
}

type Headers = Readonly<Record<string, string | number>>;

function post(endpoint: string, headers: Headers, body: unknown, timeoutMs: number): Promise<PushResult> {
  return new Promise((resolve, reject) => {
    const isTls = endpoint.startsWith('https:');
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs), agent: false } as const;
    const request = isTls
      ? requestHttps(endpoint, { ...options, lookup: publicLookup })
      : requestHttp(endpoint, options);
    request.on('response', (response) => {
      resolve(resultOf(response.statusCode ?? 0, response.headers['retry-after']));
      response.on('error', () => undefined).destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}

const goneStatuses = new Set([404, 410]);
/** The message or its signature is at fault, so the same request would be answered the same. */
const refusedStatuses = new Set([400, 401, 403, 405, 413]);
const retryAfterMsMax = 24 * 60 * 60_000;

function resultOf(status: number, retryAfter: string | undefined): PushResult {
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (goneStatuses.has(status)) return { outcome: 'gone' };
  if (refusedStatuses.has(status)) return { outcome: 'refused' };
  const isNumber = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter);
  return { outcome: 'failed', retryAfterMs: isNumber ? Math.min(retryAfterMsMax, Number(retryAfter) * 1_000) : null };
}
