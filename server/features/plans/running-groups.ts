import { type Kysely, sql } from 'kysely';
import type { PlanGroup } from './plan-groups.ts';
import { groupOf, type StoredOutcome, storedOutcomeOf } from './plan-store.ts';
import type { PlanTables } from './plan-tables.ts';

/** A group with running plans, and its outcome if already recorded. */
export interface RunningGroup {
  readonly id: bigint;
  readonly group: PlanGroup;
  readonly outcome: StoredOutcome | null;
}

/** Every group with running plans, by a loose index scan: one look-up per group, however many plans it has. */
export async function runningGroups(tables: Kysely<PlanTables>): Promise<RunningGroup[]> {
  const rows = await tables
    .withRecursive('walk(group_id)', (walk) =>
      walk
        .selectFrom('plan')
        .select((select) => select.fn.min<bigint | null>('plan.group_id').as('group_id'))
        .where('plan.income', 'is', null)
        .unionAll(
          walk
            .selectFrom('walk')
            .select(
              sql<bigint | null>`(select min(later.group_id) from plan as later
                where later.income is null and later.group_id > walk.group_id)`.as('group_id'),
            )
            .where('walk.group_id', 'is not', null),
        ),
    )
    .selectFrom('walk')
    .innerJoin('plan_group as grouped', 'grouped.id', 'walk.group_id')
    .leftJoin('plan_outcome as outcome', 'outcome.group_id', 'walk.group_id')
    .selectAll('grouped')
    .select(['outcome.result', 'outcome.results', 'outcome.end', 'outcome.shortfall', 'outcome.candles_hash'])
    .select('outcome.settled_at')
    .execute();
  return rows.map((row) => ({ id: row.id, group: groupOf(row), outcome: storedOutcomeOf(row) }));
}
