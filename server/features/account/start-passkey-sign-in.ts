import type { startPasskeySignIn as operation } from '#contract/factors.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { challengeMsMax, keepChallenge } from './passkey-challenges.ts';
import type { PasskeyNeeds } from './passkey-needs.ts';
import { siteOf } from './passkey-site.ts';

/** Asks this browser for any passkey of this site: it says by itself whose it is, so that nothing is told of who has one. */
export async function startPasskeySignIn(
  needs: PasskeyNeeds,
  call: Pick<Call, 'cookies' | 'address' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { rpId } = siteOf(needs.publicOrigin, call.origin);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await keepChallenge(needs, call, challenge, null);
  return { challenge, rpId, timeout: challengeMsMax, userVerification: 'required' };
}
