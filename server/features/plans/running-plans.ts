import { type Kysely, sql } from 'kysely';
import { type Usdt, usdt } from '#core/money/amount.ts';
import type { PlanGroup } from './plan-groups.ts';
import { groupOf, type StoredOutcome, storedOutcomeOf } from './plan-store.ts';
import type { PlanTables } from './plan-tables.ts';

/** A group with plans that still run, and how it ended where that is recorded already. */
export interface RunningGroup {
  readonly id: bigint;
  readonly group: PlanGroup;
  readonly outcome: StoredOutcome | null;
}

export interface RunningPlan {
  readonly groupId: bigint;
  readonly memberId: bigint;
  readonly id: string;
  readonly amount: Usdt;
}

/** Every group with running plans: one look-up in the index for each group, however many plans it has. */
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
    .select(['outcome.source', 'outcome.settled_at'])
    .execute();
  return rows.map((row) => ({ id: row.id, group: groupOf(row), outcome: storedOutcomeOf(row) }));
}

const pagePlans = 2_048;

/**
 * Pages of the running plans of these groups, by group, member and id. A page is read when it is asked for and starts after
 * the one before, so plans settled meanwhile are neither seen again nor waited for.
 */
export async function* runningPlans(
  tables: Kysely<PlanTables>,
  groupIds: readonly bigint[],
): AsyncGenerator<RunningPlan[]> {
  let after: RunningPlan = { groupId: 0n, memberId: 0n, id: '', amount: usdt(0n) };
  for (;;) {
    const left = groupIds.filter((id) => id >= after.groupId);
    const rows = await tables
      .selectFrom('plan')
      .select(['group_id', 'member_id', 'id', 'amount'])
      .where('income', 'is', null)
      .where('group_id', '=', sql<bigint>`any(${left}::bigint[])`)
      .where(sql<boolean>`(group_id, member_id, id) > (${after.groupId}, ${after.memberId}, ${after.id})`)
      .orderBy('group_id')
      .orderBy('member_id')
      .orderBy('id')
      .limit(pagePlans)
      .execute();
    const page = rows.map((row) => ({
      groupId: row.group_id,
      memberId: row.member_id,
      id: row.id,
      amount: usdt(row.amount),
    }));
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < pagePlans) return;
    after = last;
  }
}
