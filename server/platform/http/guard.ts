import type { IncomingHttpHeaders } from 'node:http';
import { stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import { Refusal } from '../refusal.ts';

/**
 * Refuses a call that changes state unless it comes from the app itself. The custom header is something that neither a link, a
 * form nor an image can send; the browser's own word on where the call comes from is believed first, the Origin where an older
 * browser has none.
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders): void {
  if (headers[stateChangeHeader] !== stateChangeHeaderValue) throw new Refusal('crossSiteRefused');
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw new Refusal('crossSiteRefused');
    return;
  }
  const { origin, host } = headers;
  if (origin !== undefined && hostOf(origin) !== host?.toLowerCase()) throw new Refusal('crossSiteRefused');
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
