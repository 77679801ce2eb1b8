import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { startOperatorEnrolment as operation } from '#contract/operators-sign-in.ts';
import { keepChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { passkeyCreationOf } from '#server/platform/factors/passkey-signatures.ts';
import { type PasskeySite, siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { operatorHandle, requireLink } from './operator-links.ts';
import type { OperatorPasskeyDependencies } from './sign-in-operator-with-passkey.ts';

/** Whose link it is, with the challenge for a passkey where this site can have passkeys. */
export async function startOperatorEnrolment(
  dependencies: Pick<OperatorPasskeyDependencies, 'tables' | 'wallNow' | 'publicOrigin'>,
  { token }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { operator, role, expiresAt } = await requireLink(dependencies.tables, token, dependencies.wallNow());
  const site = siteOrNull(dependencies.publicOrigin, call.origin);
  if (site === null) return { operator, role, expiresAt, creation: null };
  const creation = await passkeyCreationOf(site, { name: operator, userHandle: operatorHandle(operator), known: [] });
  await keepChallenge(dependencies, call, creation.challenge, `operator ${operator}`);
  return { operator, role, expiresAt, creation };
}

function siteOrNull(publicOrigin: string | undefined, calledAt: string): PasskeySite | null {
  try {
    return siteOf(publicOrigin, calledAt);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
