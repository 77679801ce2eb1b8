import { type Kysely, sql } from 'kysely';
import { newPublicId } from '#server/platform/public-id.ts';

export type SignInResult =
  | 'registered'
  | 'signedIn'
  | 'signedInByPasskey'
  | 'signedInByReset'
  | 'wrongPassword'
  | 'wrongFactor'
  | 'wrongReset';

interface SignInEntry {
  readonly memberId: bigint;
  readonly result: SignInResult;
  readonly userAgent: string;
  readonly address: string;
}

/** History of the sign-ins to every account. */
export interface SignInLog {
  /** Records a sign-in in the transaction that inserts its session. */
  write(within: Kysely<unknown>, entry: SignInEntry): Promise<void>;
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
  tables: Kysely<unknown>,
  wallNow: () => number,
  onLost: (error: unknown) => void,
): SignInLog {
  const writing = new Set<Promise<void>>();
  const write: SignInLog['write'] = async (within, { memberId, result, userAgent, address }) => {
    const now = Math.trunc(wallNow());
    await sql`
      insert into sign_in (member_id, id, result, user_agent, address, at)
      values (${memberId}, ${newPublicId(now)}, ${result}, ${userAgent.slice(0, 256)}, ${address.slice(0, 64)},
        ${new Date(now)})`.execute(within);
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
