import type pg from 'pg';
import type { HoldingState } from '#contract/financing.ts';
import type { FinancingTerms } from '#core/financing/products.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { memberDay, startOfDay } from '#core/time/member-day.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

export interface StoredHolding {
  readonly memberId: bigint;
  readonly id: string;
  readonly product: string;
  readonly terms: FinancingTerms;
  readonly amount: Usdt;
  readonly interestReserved: Usdt;
  readonly subscribedAt: number;
  readonly maturesAt: number;
  readonly state: HoldingState;
  /** Null while it runs. */
  readonly interest: Usdt | null;
  readonly endedAt: number | null;
}

export interface Earnings {
  readonly invested: Usdt;
  readonly reserved: Usdt;
  readonly plans: { readonly today: Usdt; readonly total: Usdt };
  readonly financing: { readonly today: Usdt; readonly total: Usdt };
  readonly rounds: { readonly today: Usdt; readonly total: Usdt };
}

/** What income is of, as the view `member_income` has it. */
const incomeKinds = ['plan', 'financing', 'round'] as const;
type IncomeKind = (typeof incomeKinds)[number];

/** The member's holding, or null for an unknown one or another member's. */
export async function findHolding(pool: pg.Pool, memberId: bigint, id: string): Promise<StoredHolding | null> {
  const [holding] = await readHoldings(pool, 'holding', 'member_id = $1 and id = $2', [memberId, id]);
  return holding ?? null;
}

/** Newest first, of one state or of all; `before` excludes that holding and newer ones. */
export function holdingsOf(
  pool: pg.Pool,
  memberId: bigint,
  state: HoldingState | null,
  before: string | null,
  limit: number,
): Promise<StoredHolding[]> {
  return readHoldings(
    pool,
    'holdings of member',
    `member_id = $1 and ($2::text is null or state = $2) and ($3::text is null or id < $3)
          order by id desc limit $4`,
    [memberId, state, before, limit],
  );
}

/** How many holdings of the member run, and when the first of them matures (ms); null where none runs. */
export async function runningHoldings(
  pool: pg.Pool,
  memberId: bigint,
): Promise<{ readonly count: number; readonly firstMaturesAt: number | null }> {
  const { rows } = await pool.query<{ count: number; first: Date | null }>({
    name: 'running holdings',
    text: `select count(*)::int as count, min(matures_at) as first from holding where member_id = $1 and state = 'running'`,
    values: [memberId],
  });
  return { count: rows[0]?.count ?? 0, firstMaturesAt: rows[0]?.first?.getTime() ?? null };
}

/** Ended holdings, latest first. */
export function endedHoldings(pool: pg.Pool, memberId: bigint, limit: number): Promise<StoredHolding[]> {
  return readHoldings(
    pool,
    'ended holdings',
    `member_id = $1 and state <> 'running' order by ended_at desc, id desc limit $2`,
    [memberId, limit],
  );
}

/** Matured holdings that still run, oldest first, after the last one of the previous page. */
export function dueHoldings(
  pool: pg.Pool,
  now: number,
  after: StoredHolding | null,
  limit: number,
): Promise<StoredHolding[]> {
  return readHoldings(
    pool,
    'due holdings',
    `state = 'running' and matures_at <= $1
          and ($2::timestamptz is null or (matures_at, member_id, id) > ($2, $3::bigint, $4::text))
          order by matures_at, member_id, id limit $5`,
    [new Date(now), after && new Date(after.maturesAt), after?.memberId ?? null, after?.id ?? null, limit],
  );
}

/** Earnings in total and of the day of `now` in that time zone. */
export async function readEarnings(pool: pg.Pool, memberId: bigint, now: number, timeZone: string): Promise<Earnings> {
  const { rows } = await pool.query<EarningsRow>({
    name: 'earnings of member',
    text: earningsOfMember,
    values: [memberId, new Date(startOfDay(memberDay(now, timeZone), timeZone))],
  });
  const row = rows[0];
  if (!row) throw new Error(`no earnings of member ${memberId}`);
  return {
    invested: usdt(row.invested),
    reserved: usdt(row.reserved),
    plans: { today: usdt(row.plan_today), total: usdt(row.plan_total) },
    financing: { today: usdt(row.financing_today), total: usdt(row.financing_total) },
    rounds: { today: usdt(row.round_today), total: usdt(row.round_total) },
  };
}

async function readHoldings(pool: pg.Pool, name: string, rest: string, values: unknown[]): Promise<StoredHolding[]> {
  const { rows } = await pool.query<HoldingRow>({
    name,
    text: `select ${holdingColumns} from holding where ${rest}`,
    values,
  });
  return rows.map(holdingOf);
}

const earnedBy = (kind: IncomeKind): string => `
  coalesce(sum(income) filter (where kind = '${kind}' and settled_at >= $2::timestamptz), 0)::bigint as ${kind}_today,
  coalesce(sum(income) filter (where kind = '${kind}'), 0)::bigint as ${kind}_total`;

/** One statement, so that all figures are of one snapshot. */
const earningsOfMember = `
  with held as (
    select
      coalesce(sum(amount) filter (where state = 'running'), 0)::bigint as invested,
      coalesce(sum(interest_reserved) filter (where state = 'running'), 0)::bigint as reserved
    from holding where member_id = $1
  ), earned as (
    select ${incomeKinds.map(earnedBy).join()} from member_income where member_id = $1
  )
  select held.*, earned.* from held, earned`;

type EarningsRow = Readonly<Record<'invested' | 'reserved' | `${IncomeKind}_${'today' | 'total'}`, bigint>>;

type HoldingRow = Dated<Omit<StoredHolding, 'terms'>, 'subscribedAt' | 'maturesAt' | 'endedAt'> & FinancingTerms;

const holdingColumns = `member_id as "memberId", id, product, days, daily_rate_ppm as "dailyRatePpm",
  early_exit_keeps_percent as "earlyExitKeepsPercent", amount, interest_reserved as "interestReserved", state, interest,
  subscribed_at as "subscribedAt", matures_at as "maturesAt", ended_at as "endedAt"`;

function holdingOf({ days, dailyRatePpm, earlyExitKeepsPercent, ...row }: HoldingRow): StoredHolding {
  return { ...inMs(row), terms: { days, dailyRatePpm, earlyExitKeepsPercent } };
}
