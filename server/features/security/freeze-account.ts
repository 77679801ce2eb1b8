import { type Kysely, sql } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';

export interface FreezeDependencies {
  readonly tables: Kysely<unknown>;
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
    // An operator may have frozen it before: then the member's own freeze stays when that one ends.
    const { numAffectedRows } = await sql`
      insert into account_freeze (member_id, frozen_at) values (${memberId}, ${new Date(clock.now())})
      on conflict (member_id) do update set by_member = true where not account_freeze.by_member`.execute(transaction);
    if (numAffectedRows !== 1n) return false;
    await acts.record(transaction, memberId, 'accountFrozen');
    return true;
  });
  if (isNew) await acts.announce(memberId, 'accountFrozen');
  return {};
}
