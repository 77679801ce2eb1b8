import type { Kysely } from 'kysely';
import { newPublicId } from '#server/platform/public-id.ts';
import type { IdentityTables, SignInResult } from '../identity-tables.ts';

interface SignInEntry {
  readonly memberId: bigint;
  readonly result: SignInResult;
  readonly userAgent: string;
  readonly address: string;
}

/** History of the sign-ins to every account. */
export interface SignInLog {
  /** Records a sign-in in the transaction that inserts its session. */
  write(within: Kysely<IdentityTables>, entry: SignInEntry): Promise<void>;
  /**
   * Records a failed try concurrently with the response: a try at an existing name must take no longer than one at an
   * unknown name.
   */
  note(entry: SignInEntry): void;
  /** Waits for pending writes. */
  close(): Promise<void>;
}

/** `onLost` is called for an entry that could not be written. */
export function openSignInLog(
  tables: Kysely<IdentityTables>,
  wallNow: () => number,
  onLost: (error: unknown) => void,
): SignInLog {
  const writing = new Set<Promise<void>>();
  const write: SignInLog['write'] = async (within, { memberId, result, userAgent, address }) => {
    const now = Math.trunc(wallNow());
    const entry = {
      member_id: memberId,
      id: newPublicId(now),
      result,
      user_agent: userAgent.slice(0, 256),
      address: address.slice(0, 64),
      at: new Date(now),
    };
    await within.insertInto('sign_in').values(entry).execute();
  };
  return {
    write,
    note(entry) {
      const written = write(tables, entry)
        .catch(onLost)
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    async close() {
      await Promise.all(writing);
    },
  };
}
