import { Refusal } from '#server/platform/refusal.ts';

/** What passkeys are bound to: the name of the site, and the one origin its pages come from. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * The site of a call. `PUBLIC_ORIGIN` says it; without, only a page opened at localhost has passkeys, whose name no other machine can
 * take. What the caller says of any other host is worth nothing. Throws `passkeysUnavailable`.
 */
export function siteOf(publicOrigin: string | undefined, calledAt: string): PasskeySite {
  const address = publicOrigin ?? calledAt;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (publicOrigin === undefined && url.hostname !== 'localhost')) throw new Refusal('passkeysUnavailable');
  return { rpId: url.hostname, origin: url.origin };
}
