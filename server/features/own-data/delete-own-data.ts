import { type QueryExecutorProvider, sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { deleteOwnData as operation } from '#contract/own-data.ts';
import { isDatabaseState } from '#server/platform/database/database-failure.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';

type DeletingCall = Pick<Call, 'cookies' | 'member' | 'clearCache'>;

export interface DeletionDependencies {
  readonly owner: Pick<IdentityCheck, 'reauthenticate'>;
  /** Ends every session of the caller in one transaction with the deletion. */
  readonly endAccount: (
    call: DeletingCall,
    deletion: (within: QueryExecutorProvider) => Promise<void>,
  ) => Promise<void>;
}

/** Raised by the trigger of `member_deletion`. */
const accountOpenState = 'AO001';

/**
 * Deletes the personal part of the caller's account. The row that records the request erases by its trigger (migration 0030), so that
 * there is neither a record without the deletion nor a deletion without its record. Throws `accountOpen` where something is still open.
 */
export async function deleteOwnData(
  { owner, endAccount }: DeletionDependencies,
  { login, factor }: InputOf<typeof operation>,
  call: DeletingCall,
): Promise<OutputOf<typeof operation>> {
  await owner.reauthenticate(call, { password: login, factor });
  try {
    await endAccount(call, async (within) => {
      await sql`insert into member_deletion (member_id) values (${call.member.memberId}) on conflict do nothing`.execute(
        within,
      );
    });
  } catch (error) {
    if (isDatabaseState(error, accountOpenState)) throw new Refusal('accountOpen');
    throw error;
  }
  return {};
}
