import type { IncomingHttpHeaders } from 'node:http';
import { accountHeader } from '#contract/account-name.ts';
import { stateChangeHeader, stateChangeHeaderValue } from '#contract/envelope.ts';
import type { Access } from '#contract/operation.ts';
import { Refusal } from '../refusal.ts';
import { type Actor, isOperator, type Session } from '../session.ts';

/** Refuses an actor without access: operators for a member operation, and all other roles for an operator's. */
export function requirePermitted(access: Exclude<Access, 'public'>, actor: Actor): void {
  const isPermitted = access === 'member' ? !isOperator(actor) : isOperator(actor) && access.role.includes(actor.role);
  if (!isPermitted) throw new Refusal('notPermitted');
}

/** Refuses a call for another account than that of the session: in another tab of the browser, somebody else has signed in. */
export function requireShownAccount(headers: IncomingHttpHeaders, session: Session | null): void {
  const shown = headers[accountHeader];
  if (shown !== undefined && session !== null && shown !== session.username) throw new Refusal('otherAccount');
}

/**
 * CSRF protection: refuses a state-changing call unless it comes from the app itself. No link, form or image can send the custom
 * header, and no browser fetches ahead with it; Sec-Fetch-Site is checked first, Origin in older browsers without it.
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders): void {
  if (headers[stateChangeHeader] !== stateChangeHeaderValue) throw new Refusal('crossSiteRefused');
  // What is fetched ahead was asked for by nobody yet.
  if (String(headers['sec-purpose'] ?? '').startsWith('prefetch')) throw new Refusal('crossSiteRefused');
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
