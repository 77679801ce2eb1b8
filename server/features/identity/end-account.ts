import type { Kysely, QueryExecutorProvider } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { clearDevice, clearSession } from './sessions/identity-cookies.ts';
import { requireOpenSession } from './sessions/require-open-session.ts';
import type { Sessions } from './sessions/sessions.ts';

interface EndAccountDependencies {
  readonly tables: Kysely<unknown>;
  readonly sessions: Pick<Sessions, 'endOthers' | 'refresh'>;
}

/**
 * Ends every session of the caller in one transaction with the deletion of the account, on all nodes after the commit, and clears the
 * cookies of this browser. Where the deletion throws, nothing has ended.
 */
export async function endAccount(
  { tables, sessions }: EndAccountDependencies,
  call: Pick<Call, 'cookies' | 'member' | 'clearCache'>,
  deletion: (within: QueryExecutorProvider) => Promise<void>,
): Promise<void> {
  const { memberId } = call.member;
  const ended = await tables.transaction().execute(async (transaction) => {
    // The deletion takes it, and a recovery or another password holds it while it ends sessions.
    await lockAvailable(transaction, memberId);
    // So does a new password, which may have signed this device out since the old one was checked.
    await requireOpenSession(transaction, call);
    const all = await sessions.endOthers(transaction, memberId, '');
    await deletion(transaction);
    return all;
  });
  await ended.announce();
  // A session that began meanwhile is deleted with the account: nodes that know it look again.
  await sessions.refresh(memberId);
  clearSession(call);
  clearDevice(call);
  call.clearCache();
}
