import { Refusal } from '#server/platform/refusal.ts';

/** The relying party: its id (host name) and its only origin. */
export interface PasskeySite {
  readonly rpId: string;
  readonly origin: string;
}

/**
 * The relying party of a call: from `PUBLIC_ORIGIN`, else localhost only, because any other host sent by the caller is untrusted.
 * Throws `passkeysUnavailable`.
 */
export function siteOf(publicOrigin: string | undefined, calledAt: string): PasskeySite {
  const address = publicOrigin ?? calledAt;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (publicOrigin === undefined && url.hostname !== 'localhost')) throw new Refusal('passkeysUnavailable');
  return { rpId: url.hostname, origin: url.origin };
}
