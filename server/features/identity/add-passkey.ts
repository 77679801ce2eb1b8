import type { addPasskey as operation } from '#contract/identity-factors.ts';
import { passkeysMax } from '#contract/identity-schemas.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { takeChallenge } from '#server/platform/factors/passkey-challenges.ts';
import { verifyRegistration } from '#server/platform/factors/passkey-signatures.ts';
import { siteOf } from '#server/platform/factors/passkey-site.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockMember } from './members/member-store.ts';
import { credentialsOf, insertPasskey } from './passkeys/passkey-store.ts';
import type { PasskeyDependencies } from './passkeys/passkeys.ts';
import { readSession } from './sessions/identity-cookies.ts';
import { isSessionOpen } from './sessions/session-store.ts';

/** Stores the passkey that the browser created for the challenge of `startPasskey`. */
export async function addPasskey(
  dependencies: PasskeyDependencies,
  { name, credential }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member' | 'origin'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, acts, publicOrigin, wallNow } = dependencies;
  const { memberId } = call.member;
  const site = siteOf(publicOrigin, call.origin);
  const challenge = await takeChallenge(dependencies, call, `member ${memberId}`);
  const made = await verifyRegistration(credential, challenge, site);
  const now = Math.trunc(wallNow());
  const passkey = { id: newPublicId(now), name: name.trim(), synced: made.synced, addedAt: now };
  await tables.transaction().execute(async (transaction) => {
    // Serialised per member across nodes, so that the limit holds.
    await lockInTransaction(transaction, 'passkeysOfMember', memberId);
    // After a recovery under way, which has signed this device out and must leave no passkey behind.
    await lockMember(transaction, memberId);
    if (!(await isSessionOpen(transaction, readSession(call) ?? ''))) throw new Refusal('passkeyExpired');
    const count = (await credentialsOf(transaction, memberId)).length;
    if (count >= passkeysMax) throw new Refusal('passkeysFull', { maximum: passkeysMax });
    if (!(await insertPasskey(transaction, { ...made, ...passkey, memberId }))) throw new Refusal('passkeyTaken');
    await acts.record(transaction, memberId, 'passkeyAdded', passkey.name);
  });
  await acts.announce(memberId, 'passkeyAdded');
  return { ...passkey, lastUsedAt: null };
}
