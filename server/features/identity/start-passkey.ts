import type { startPasskey as operation } from '#contract/identity-factors.ts';
import { passkeysMax } from '#contract/identity-schemas.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { keepChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { passkeyCreationOf } from '#server/platform/factors/passkey-signatures.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findMember } from './members/member-store.ts';
import { credentialsOf } from './passkeys/passkey-store.ts';
import { type PasskeyDependencies, userHandleOf } from './passkeys/passkeys.ts';
import { type ReauthenticationDependencies, reauthenticate } from './passwords/reauthenticate.ts';

/** Starts adding a passkey. It requires the password: a session alone must not gain permanent access. */
export async function startPasskey(
  dependencies: PasskeyDependencies & ReauthenticationDependencies,
  { password, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address' | 'member' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, publicOrigin } = dependencies;
  const { memberId, username } = call.member;
  const site = siteOf(publicOrigin, call.origin);
  await reauthenticate(dependencies, { password, factor }, call);
  const known = await credentialsOf(tables, memberId);
  if (known.length >= passkeysMax) throw new Refusal('passkeysFull', { maximum: passkeysMax });
  const member = await findMember(tables, username);
  if (!member) throw new Error(`member ${memberId} has no row`);
  const creation = await passkeyCreationOf(site, {
    name: username,
    userHandle: userHandleOf(member.registrationProof),
    known,
  });
  await keepChallenge(dependencies, call, creation.challenge, `member ${memberId}`);
  return creation;
}
