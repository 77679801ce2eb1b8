import type { Kysely } from 'kysely';
import { type WeightKind, weightPoints } from '#core/weight/rules.ts';
import type { SecurityTables } from './security-tables.ts';

/** Writes the weight entry of an act that counts the first time only. `at` is product time. */
export async function earnOnce(
  within: Kysely<SecurityTables>,
  memberId: bigint,
  kind: Extract<WeightKind, 'fundPasswordSet' | 'cardBound'>,
  at: number,
): Promise<void> {
  await within
    .insertInto('weight_entry')
    .values({ member_id: memberId, kind, reference: 'first', points: weightPoints[kind], earned_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
