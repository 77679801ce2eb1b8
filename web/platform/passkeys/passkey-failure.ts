import { problemText } from '../api/problem-text.ts';
import { errorText, translate } from '../i18n/text.ts';

/** Why no passkey could be created or used. */
export class PasskeyFailure extends Error {
  readonly kind: 'unsupported' | 'address' | 'cancelled' | 'known' | 'failed';
  constructor(kind: PasskeyFailure['kind'], cause?: unknown) {
    super(kind, { cause });
    this.name = 'PasskeyFailure';
    this.kind = kind;
  }
}

/** Passkeys are bound to a domain: browsers create none for an IP address. */
export function passkeySupport(
  hostname = location.hostname,
  hasPasskeys = typeof PublicKeyCredential === 'function',
): 'ready' | 'unsupported' | 'address' {
  if (/^[\d.]+$|^\[/.test(hostname)) return 'address';
  return hasPasskeys ? 'ready' : 'unsupported';
}

/** The message for the member, null when the page is already leaving. `loadMore` of the texts must have finished. */
export function passkeyProblem(error: unknown): string | null {
  if (!(error instanceof PasskeyFailure)) return problemText(error);
  if (error.kind === 'address') return errorText('passkeysUnavailable');
  const keys = {
    unsupported: 'security.passkeyUnsupported',
    cancelled: 'security.passkeyCancelled',
    known: 'security.passkeyKnown',
    failed: 'security.passkeyFailed',
  } as const;
  return translate(keys[error.kind]);
}
