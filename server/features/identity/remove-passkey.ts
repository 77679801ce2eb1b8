import type { removePasskey as operation } from '#contract/identity-factors.ts';
import type { InputOf } from '#contract/operation.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { lockMember } from './members/member-store.ts';
import { deletePasskey } from './passkeys/passkey-store.ts';
import { type ReauthenticationDependencies, reauthenticate } from './passwords/reauthenticate.ts';

/** Removes one of the member's passkeys; requires the login password, so that a stolen session cannot take the owner's way in. */
export async function removePasskey(
  dependencies: ReauthenticationDependencies,
  { passkey: id, login, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<Record<string, never>> {
  const { tables, acts } = dependencies;
  const { memberId } = call.member;
  await reauthenticate(dependencies, { password: login, factor }, call);
  await tables.transaction().execute(async (transaction) => {
    // Before the member's other rows, as a deletion does.
    await lockAvailable(transaction, memberId);
    // After sign-ins with it that are under way: later ones find that it is gone.
    await lockMember(transaction, memberId);
    const name = await deletePasskey(transaction, memberId, id);
    if (name === null) throw new Refusal('passkeyUnknown');
    await acts.record(transaction, memberId, 'passkeyRemoved', name);
  });
  await acts.announce(memberId, 'passkeyRemoved');
  return {};
}
