import { type QueryExecutorProvider, sql } from 'kysely';
import { type WeightKind, weightPoints } from '#core/weight/rules.ts';

/** Writes the weight entry of an act that counts the first time only, in the caller's transaction. `at` is product time. */
export async function earnOnce(
  within: QueryExecutorProvider,
  memberId: bigint,
  kind: Extract<WeightKind, 'withdrawalPasswordSet' | 'cardBound'>,
  at: number,
): Promise<void> {
  await sql`
    insert into weight_entry (member_id, kind, reference, points, earned_at)
    values (${memberId}, ${kind}, 'first', ${weightPoints[kind]}, ${new Date(at)})
    on conflict do nothing`.execute(within);
}
