import type { IncomingHttpHeaders } from 'node:http';
import { stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import type { Access } from '#contract/operation.ts';
import { Refusal } from '../refusal.ts';
import { type Actor, isOperator } from '../session.ts';

/** Refuses an actor for whom the operation is not: operators where it is for members, and all but its roles where it is for operators. */
export function requirePermitted(access: Exclude<Access, 'public'>, actor: Actor): void {
  const isPermitted = access === 'member' ? !isOperator(actor) : isOperator(actor) && access.role.includes(actor.role);
  if (!isPermitted) throw new Refusal('notPermitted');
}

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
  if (origin !== undefined && !isSameHost(origin, host ?? '')) throw new Refusal('crossSiteRefused');
}

function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: ofOrigin } = new URL(origin);
  const address = `${protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === ofOrigin;
}
