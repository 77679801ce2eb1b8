import type { startPasskeySignIn as operation } from '#contract/identity.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { challengeMsMax, keepChallenge } from './passkeys/passkey-challenges.ts';
import { siteOf } from './passkeys/passkey-site.ts';
import type { PasskeyDependencies } from './passkeys/passkeys.ts';

/** Starts a sign-in with any discoverable passkey of this site, so that it is not revealed which accounts have one. */
export async function startPasskeySignIn(
  dependencies: PasskeyDependencies,
  call: Pick<Call, 'cookies' | 'address' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { rpId } = siteOf(dependencies.publicOrigin, call.origin);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await keepChallenge(dependencies, call, challenge, null);
  return { challenge, rpId, timeout: challengeMsMax, userVerification: 'required' };
}
