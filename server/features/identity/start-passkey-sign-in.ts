import type { startPasskeySignIn as operation } from '#contract/identity.ts';
import type { OutputOf } from '#contract/operation.ts';
import { keepChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { passkeyRequestOf } from '#server/platform/factors/passkey-signatures.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { PasskeyDependencies } from './passkeys/passkeys.ts';

/** Starts a sign-in with any discoverable passkey of this site, so that it is not revealed which accounts have one. */
export async function startPasskeySignIn(
  dependencies: PasskeyDependencies,
  call: Pick<Call, 'cookies' | 'address' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const request = await passkeyRequestOf(siteOf(dependencies.publicOrigin, call.origin));
  await keepChallenge(dependencies, call, request.challenge, 'signIn');
  return request;
}
