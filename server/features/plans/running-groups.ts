import { type Kysely, sql } from 'kysely';
import type { PlanGroup } from './plan-groups.ts';
import {
  type GroupRow,
  groupColumns,
  groupOf,
  type OutcomeRow,
  outcomeColumns,
  type StoredOutcome,
  storedOutcomeOf,
} from './plan-store.ts';

/** A group with running plans, and its outcome if already recorded. */
export interface RunningGroup {
  readonly id: bigint;
  readonly group: PlanGroup;
  readonly outcome: StoredOutcome | null;
}

/** Every group with running plans, by a loose index scan: one look-up per group, however many plans it has. */
export async function runningGroups(tables: Kysely<unknown>): Promise<RunningGroup[]> {
  const { rows } = await sql<GroupRow & OutcomeRow & { readonly id: bigint }>`
    with recursive walk (group_id) as (
      select min(group_id) from plan where income is null
      union all
      select (select min(later.group_id) from plan as later where later.income is null and later.group_id > walk.group_id)
      from walk where walk.group_id is not null
    )
    select grouped.id, ${groupColumns}, ${outcomeColumns}, outcome.settled_at as "settledAt"
    from walk join plan_group as grouped on grouped.id = walk.group_id
    left join plan_outcome as outcome on outcome.group_id = walk.group_id`.execute(tables);
  return rows.map((row) => ({ id: row.id, group: groupOf(row), outcome: storedOutcomeOf(row) }));
}
