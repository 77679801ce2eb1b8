import { type Kysely, sql } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { cancelReplacements, type ReplacementDependencies } from './freeze.ts';

export interface FreezeDependencies extends ReplacementDependencies {
  readonly tables: Kysely<unknown>;
  readonly acts: SecurityActs;
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
}

/** Freezes the account at once, without a password: from then on no withdrawal, plan or other stake can be placed. */
export async function freezeAccount(
  dependencies: FreezeDependencies,
  memberId: bigint,
): Promise<Record<string, never>> {
  const { tables, acts, clock } = dependencies;
  const recorded = await tables.transaction().execute(async (transaction) => {
    await lockAvailable(transaction, memberId);
    // An operator may have frozen it before: then the member's own freeze stays when that one ends.
    const { numAffectedRows } = await sql`
      insert into account_freeze (member_id, frozen_at) values (${memberId}, ${new Date(clock.now())})
      on conflict (member_id) do update set by_member = true where not account_freeze.by_member`.execute(transaction);
    if (numAffectedRows !== 1n) return [];
    await acts.record(transaction, memberId, 'accountFrozen');
    return ['accountFrozen' as const, ...(await cancelReplacements(dependencies, transaction, memberId))];
  });
  for (const act of recorded) await acts.announce(memberId, act);
  return {};
}
