import { type QueryExecutorProvider, sql } from 'kysely';
import { type FirstRewardKind, type RewardKind, rewardRules, rewards } from '#core/rewards/rules.ts';
import { type AttachedRow, attach } from '#server/ledger/attached-rows.ts';

const insertEntries = {
  name: 'earn rewards',
  columns: {
    member_id: 'bigint',
    kind: 'text',
    reference: 'text',
    points: 'integer',
    rule_version: 'smallint',
    transfer_at: 'timestamptz',
  },
  sql: `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at)
    select member_id, kind, reference, points, rule_version, transfer_at from given`,
} as const;

/**
 * What a settled plan earns, as assignments of the statement that settles it: its row is the entry (`weight_entries`), since an entry
 * of its own would be a sixth of what a settlement costs.
 */
export const planEarns = `weight = ${rewards.planSettled.weight}, weight_rule = ${rewardRules.version}`;

/** The points that an act earns, as an attached row of the act's transfer: once per reference, else the transfer is refused. */
export function earn(
  kind: Exclude<RewardKind, FirstRewardKind | 'planSettled'>,
  memberId: bigint,
  reference: string,
): AttachedRow {
  return attach(insertEntries, {
    member_id: memberId,
    kind,
    reference,
    points: rewards[kind].weight,
    rule_version: rewardRules.version,
  });
}

/**
 * Writes the points for a member's first act of a kind, in the caller's transaction; later ones earn nothing.
 * @param at product time
 */
export async function earnFirst(
  kind: FirstRewardKind,
  memberId: bigint,
  within: QueryExecutorProvider,
  at: number,
): Promise<void> {
  await sql`
    insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at)
    values (${memberId}, ${kind}, 'first', ${rewards[kind].weight}, ${rewardRules.version}, ${new Date(at)})
    on conflict do nothing`.execute(within);
}
