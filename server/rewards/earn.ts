import { type QueryExecutorProvider, sql } from 'kysely';
import { type FirstRewardKind, type RewardKind, rewards } from '#core/rewards/rules.ts';
import type { CompanionRow, CompanionStatement } from '#server/ledger/companion.ts';

const insertEntries: CompanionStatement = {
  name: 'earn rewards',
  sql: `insert into weight_entry (member_id, kind, reference, points, earned_at)
    select member_id, kind, reference, points, coalesce(earned_at, transfer_at) from json_to_recordset($1)
      as earned (member_id bigint, kind text, reference text, points integer, earned_at timestamptz, transfer_at timestamptz)`,
};

/**
 * What an act earns its member, as a row of the transfer that the act makes: once per reference, or the transfer is refused.
 * @param at product time; the transfer's own where it is left out
 */
export function earn(
  kind: Exclude<RewardKind, FirstRewardKind>,
  memberId: bigint,
  reference: string,
  at?: number,
): CompanionRow {
  const earnedAt = at === undefined ? null : new Date(at);
  return {
    statement: insertEntries,
    row: { member_id: memberId, kind, reference, points: rewards[kind].weight, earned_at: earnedAt },
  };
}

/**
 * Writes what a member's first act of a kind earns, in the transaction of the caller; later ones earn nothing.
 * @param at product time
 */
export async function earnFirst(
  kind: FirstRewardKind,
  memberId: bigint,
  within: QueryExecutorProvider,
  at: number,
): Promise<void> {
  await sql`
    insert into weight_entry (member_id, kind, reference, points, earned_at)
    values (${memberId}, ${kind}, 'first', ${rewards[kind].weight}, ${new Date(at)})
    on conflict do nothing`.execute(within);
}
