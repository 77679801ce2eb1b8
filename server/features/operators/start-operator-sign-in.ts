import type { OutputOf } from '#contract/operation.ts';
import type { startOperatorSignIn as operation } from '#contract/operators-sign-in.ts';
import { keepChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { passkeyRequestOf } from '#server/platform/factors/passkey-signatures.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { OperatorPasskeyDependencies } from './sign-in-operator-with-passkey.ts';

/** Starts a sign-in with any discoverable passkey of this site. */
export async function startOperatorSignIn(
  dependencies: Pick<OperatorPasskeyDependencies, 'tables' | 'wallNow' | 'publicOrigin'>,
  call: Pick<Call, 'cookies' | 'address' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const request = await passkeyRequestOf(siteOf(dependencies.publicOrigin, call.origin));
  await keepChallenge(dependencies, call, request.challenge, 'operatorSignIn');
  return request;
}
