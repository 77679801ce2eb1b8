import type { Kysely } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { SecurityTables } from './security-tables.ts';

export interface FreezeDependencies {
  readonly tables: Kysely<SecurityTables>;
  readonly acts: SecurityActs;
  /** The product clock. */
  readonly clock: { now(): number };
}

/** Freezes the account at once, without a password: from then on no withdrawal, plan or other stake can be placed. */
export async function freezeAccount(
  { tables, acts, clock }: FreezeDependencies,
  memberId: bigint,
): Promise<Record<string, never>> {
  const isNew = await tables.transaction().execute(async (transaction) => {
    await lockAvailable(transaction, memberId);
    const frozen = await transaction
      .insertInto('account_freeze')
      .values({ member_id: memberId, frozen_at: new Date(clock.now()) })
      // An operator may have frozen it before: then the member's own freeze stays when that one ends.
      .onConflict((conflict) =>
        conflict.column('member_id').doUpdateSet({ by_member: true }).where('account_freeze.by_member', '=', false),
      )
      .executeTakeFirst();
    if (frozen.numInsertedOrUpdatedRows !== 1n) return false;
    await acts.record(transaction, memberId, 'accountFrozen');
    return true;
  });
  if (isNew) await acts.announce(memberId, 'accountFrozen');
  return {};
}
