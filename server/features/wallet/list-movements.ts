import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import type { InputOf } from '#contract/operation.ts';
import type { Movement, listMovements as operation } from '#contract/wallet-movements.ts';
import { listMovementsOf } from '#server/ledger/movements.ts';
import type { Session } from '#server/platform/session.ts';
import type { RecordDependencies } from './list-account-records.ts';

/** Transfers that touched the member's accounts, newest first, one page after `before`. */
export async function listMovements(
  { pool, clock }: RecordDependencies,
  { memberId, timeZone }: Pick<Session, 'memberId' | 'timeZone'>,
  { before, ...filter }: InputOf<typeof operation>,
): Promise<Movement[]> {
  const cursor = before === undefined ? null : BigInt(before);
  const reader = { memberId, timeZone, now: clock.now() };
  const movements = await listMovementsOf(pool, reader, { ...filter, before: cursor }, pageSize);
  const plans = await plansOf(pool, memberId, movements);
  return movements.map((movement) => ({ ...movement, plan: plans.get(movement.reference) ?? null }));
}

type PlanNames = ReadonlyMap<string, NonNullable<Movement['plan']>>;

/** Coin and leverage of the plans that the movements are about, by their ids. */
async function plansOf(
  pool: pg.Pool,
  memberId: bigint,
  movements: readonly Pick<Movement, 'kind' | 'reference'>[],
): Promise<PlanNames> {
  const ofPlans = movements.filter(({ kind }) => kind.startsWith('plan')).map(({ reference }) => reference);
  if (ofPlans.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; coin: string; leverage: number }>({
    name: 'plans of movements',
    text: `select plan.id, plan_group.coin, plan_group.leverage
      from plan join plan_group on plan_group.id = plan.group_id
      where plan.member_id = $1 and plan.id = any ($2::text[])`,
    values: [memberId, [...new Set(ofPlans)]],
  });
  return new Map(rows.map(({ id, coin, leverage }) => [id, { coin, leverage }]));
}
