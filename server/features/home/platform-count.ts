import type pg from 'pg';
import * as z from 'zod/mini';
import { type Home, type PlatformFigures, tickerLength } from '#contract/home.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { withLock } from '#server/platform/locks.ts';
import { maskName } from '#server/platform/mask-name.ts';

/** The platform's counts, and the newest settled plans. */
export type PlatformCount = Pick<Home, 'settled'> & { readonly platform: PlatformFigures };

/** Minimum pause between two counts. Slow counts run less often, so that counting takes at most 2 % of one connection. */
const restMsMin = 10_000;
const restPerCost = 50;

/**
 * Counts again when the last count is old enough and no other node is counting. It scans the plans, so that placing and settling need
 * not maintain counters. `now`: product time.
 */
export async function countPlatform(pool: pg.Pool, now: number): Promise<boolean> {
  const counted = await withLock(pool, 'platformCount', async (client) => {
    const { rowCount } = await client.query(
      `select from platform_count
       where clock_timestamp() < measured_at + greatest($1, took_ms * $2) * interval '1 millisecond'`,
      [restMsMin, restPerCost],
    );
    if (rowCount === 0) await count(client, now);
    return rowCount === 0;
  });
  return counted ?? false;
}

async function count(client: pg.PoolClient, now: number): Promise<void> {
  const startedAt = performance.now();
  const { rows: newest } = await client.query<SettledRow>(newestSettled, [tickerLength]);
  const settled = newest.map((row) => ({ ...row, name: maskName(row.name) }));
  await client.query(countAll, [new Date(now), JSON.stringify(settled)]);
  await client.query('update platform_count set took_ms = $1', [Math.ceil(performance.now() - startedAt)]);
}

interface SettledRow {
  /** Null of one who deleted the account. */
  readonly name: string | null;
  readonly coin: string;
  readonly leverage: number;
  readonly amount: string;
  readonly income: string;
  readonly settledAt: number;
}

/** That the plan did not end as void, which is no result. */
const hasResult = `not exists (select from plan_outcome as o where o.group_id = plan.group_id and o."end" = 'void')`;

/** Names leave the database only to be masked at once. */
const newestSettled = `
  select m.username as name, g.coin, g.leverage, p.amount::text as amount, p.income::text as income,
    (extract(epoch from p.settled_at) * 1000)::double precision as "settledAt"
  from (
    select member_id, id, group_id, amount, income, settled_at from plan where income is not null and ${hasResult}
    order by settled_at desc, id desc limit $1
  ) as p
  join member as m on m.id = p.member_id
  join plan_group as g on g.id = p.group_id
  order by p.settled_at desc, p.id desc`;

const countAll = `
  insert into platform_count (measured_at, took_ms, counted_at, members, plans_placed, plans_settled, plans_void, plans_won, volume,
    income_paid, losses_taken, settled)
  select clock_timestamp(), 0, $1,
    (select count(*) from member) - (select count(*) from member_deletion), count(*),
    count(income) filter (where voided.group_id is null), count(income) filter (where voided.group_id is not null),
    count(*) filter (where income > 0),
    coalesce(sum(amount), 0), coalesce(sum(income) filter (where income > 0), 0),
    coalesce(-sum(income) filter (where income < 0), 0), $2
  from plan left join (select group_id from plan_outcome where "end" = 'void') as voided using (group_id)
  on conflict (only_row) do update set measured_at = excluded.measured_at, counted_at = excluded.counted_at,
    members = excluded.members, plans_placed = excluded.plans_placed, plans_settled = excluded.plans_settled,
    plans_void = excluded.plans_void, plans_won = excluded.plans_won, volume = excluded.volume, income_paid = excluded.income_paid,
    losses_taken = excluded.losses_taken, settled = excluded.settled`;

const microUsdt = z.pipe(
  z.string().check(z.regex(/^-?\d{1,19}$/)),
  z.transform((text): Usdt => usdt(BigInt(text))),
);

const settledRows = z.array(
  z.object({
    name: z.string(),
    coin: z.string(),
    leverage: z.number(),
    amount: microUsdt,
    income: microUsdt,
    settledAt: z.number(),
  }),
);

/** The last count, or null before the first. */
export async function readPlatformCount(pool: pg.Pool): Promise<PlatformCount | null> {
  const { rows } = await pool.query<Dated<PlatformFigures, 'countedAt'> & { readonly settled: unknown }>(
    `select counted_at as "countedAt", members::float8 as members, plans_placed::float8 as "plansPlaced",
       plans_settled::float8 as "plansSettled", plans_void::float8 as "plansVoid", plans_won::float8 as "plansWon", volume,
       income_paid as "incomePaid", losses_taken as "lossesTaken", settled
     from platform_count`,
  );
  if (!rows[0]) return null;
  const { settled, ...platform } = rows[0];
  return { platform: inMs(platform), settled: settledRows.parse(settled) };
}
