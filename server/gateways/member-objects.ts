import type pg from 'pg';
import type { PinKind } from '#contract/support-schemas.ts';
import { usdt } from '#core/money/amount.ts';
import type { ReadObject } from '#server/features/support/open-pinned-object.ts';

/** One statement a kind; all return the columns of `ObjectRow`. */
const statements: Readonly<Record<PinKind, string>> = {
  plan: `select plan.amount, case when income is null then 'running' else 'settled' end as state, income,
      coin || ' ' || leverage || 'X' as detail, placed_at as at
    from plan join plan_group on plan_group.id = group_id where member_id = $1 and plan.id = $2`,
  deposit: `select coalesce(arrived, amount)::text as amount, state, null as income, channel as detail, requested_at as at
    from deposit where member_id = $1 and id = $2`,
  withdrawal: `select amount, state, null as income, method as detail, requested_at as at
    from withdrawal where member_id = $1 and id = $2`,
  holding: `select amount, state, interest as income, product as detail, subscribed_at as at
    from holding where member_id = $1 and id = $2`,
  order: `select stake as amount, case when income is null then 'running' else 'settled' end as state, income,
      round_id || ' ' || category as detail, placed_at as at
    from round_order where member_id = $1 and id = $2`,
};

interface ObjectRow {
  readonly amount: bigint | string | null;
  readonly state: string;
  readonly income: bigint | null;
  readonly detail: string;
  readonly at: Date;
}

/** Reads a member's plan, deposit, withdrawal, holding or order of a round as it stands now; null where the member has none of that id. */
export function memberObjects(pool: pg.Pool): ReadObject {
  return async (memberId, kind, id) => {
    const { rows } = await pool.query<ObjectRow>({
      name: `${kind} of member`,
      text: statements[kind],
      values: [memberId, id],
    });
    const [row] = rows;
    if (!row) return null;
    return {
      kind,
      id,
      amount: row.amount === null ? null : usdt(BigInt(row.amount)),
      state: row.state,
      income: row.income === null ? null : usdt(row.income),
      detail: row.detail,
      at: row.at.getTime(),
    };
  };
}
