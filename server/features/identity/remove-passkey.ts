import { Refusal } from '#server/platform/refusal.ts';
import type { FactorDependencies } from './factors/factor-check.ts';
import { deletePasskey } from './passkeys/passkey-store.ts';

/** Removes one of the member's passkeys. */
export async function removePasskey(
  { tables, acts }: Pick<FactorDependencies, 'tables' | 'acts'>,
  memberId: bigint,
  id: string,
): Promise<Record<string, never>> {
  await tables.transaction().execute(async (transaction) => {
    const name = await deletePasskey(transaction, memberId, id);
    if (name === null) throw new Refusal('passkeyUnknown');
    await acts.record(transaction, memberId, 'passkeyRemoved', name);
  });
  await acts.announce(memberId, 'passkeyRemoved');
  return {};
}
