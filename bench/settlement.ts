import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { coinSymbols } from '#core/market/coins.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { dayMs } from '#core/time/lengths.ts';
import { openPlanGroups, type PlanStart, startAfter } from '#server/features/plans/plan-groups.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import { type Ledger, openLedger } from '#server/ledger/ledger.ts';
import { createMarket, type Market } from '#server/market/market.ts';
import { loadRecordings } from '#server/market/replay/recordings.ts';
import { ReplayOrder } from '#server/market/replay/replay-order.ts';
import { ReplaySource } from '#server/market/replay/replay-source.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { silentLog } from '#server/platform/log.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { familySeconds, postmasterOf } from './processor-time.ts';
import { figure, milliseconds, shortNumber } from './report.ts';
import { bookedIncome } from './settlement-oracle.ts';

/** Settles a million running plans at once, as after a long downtime, and compares every one with an independent oracle. */
const planCount = Number(process.argv[2] ?? 1_000_000);
const memberCount = Math.ceil(planCount / 20);
const goalSeconds = 20;

const begin = Date.UTC(2026, 0, 1);
const fundMicroUsdt = 10n ** 12n;

interface BenchPlan {
  readonly memberId: bigint;
  readonly id: string;
  readonly group: number;
  readonly level: number;
  readonly amount: Usdt;
}

const folder = mkdtempSync(join(tmpdir(), 'clearlot-settlement-'));
const database = await openDatabase({ folder, log: silentLog, as: 'owner' });
try {
  await settleAll(database.pool);
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

async function settleAll(pool: pg.Pool): Promise<void> {
  console.log(`\nSettlement of ${shortNumber(planCount)} running plans of ${shortNumber(memberCount)} members`);
  const clock = createTestClock(begin + 20 * dayMs);
  const recordings = await loadRecordings(new URL('../data/candles', import.meta.url).pathname);
  const market = createMarket(
    new ReplaySource(recordings, clock, new ReplayOrder(begin, new Uint8Array(32), recordings.days.length)),
    clock,
    silentLog,
  );
  await market.start();
  const ledger = openLedger({ pool, clock });
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });

  const planGroups = openPlanGroups(tables, market);
  const groups = everyGroup(clock.now());
  const groupIds = await Promise.all(
    groups.map(async ({ group }) => {
      const recorded = await planGroups.at(group);
      if (!recorded) throw new Error(`no market of ${group.coin}`);
      return recorded.id;
    }),
  );
  const plans = Array.from({ length: planCount }, (_, index) => planAt(index, groups, clock.now() + index / 1_000));
  await openBooks(pool, ledger, plans);
  await insertPlans(pool, plans, groupIds, clock.now());
  await pool.query('vacuum analyze');
  await pool.query('checkpoint').catch(() => undefined);

  clock.advance(4 * 3_600_000);
  let settled = 0;
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const dependencies = { tables, clock, market, ledger };
  const server = postmasterOf(join(folder, 'postgres'));
  const logBefore = await logPosition(pool);
  const usedBefore = { database: familySeconds(server), application: process.cpuUsage() };
  const elapsedMs = await milliseconds(async () => {
    ({ settled } = await settlePlans(dependencies));
  });
  const application = process.cpuUsage(usedBefore.application);
  clearInterval(sampler);
  figure('processor time of the database', ((familySeconds(server) - usedBefore.database) * 1e6) / settled, 'us/plan');
  figure('processor time of the application', (application.user + application.system) / settled, 'us/plan');
  figure('write-ahead log', ((await logPosition(pool)) - logBefore) / settled, 'bytes/plan');
  figure('settled', settled, 'plans');
  figure('time', elapsedMs / 1_000, 's', { atMost: goalSeconds });
  figure('rate', settled / (elapsedMs / 1_000), 'plans/s');
  figure('memory added at most', (peak - before) / 1e6, 'MB');
  figure('a second pass with nothing to do', await milliseconds(() => settlePlans(dependencies)), 'ms');
  await compare(
    pool,
    plans,
    groups.map(({ group }) => group),
    market,
  );
  await ledger.close();
  await market.stop();
}

/** Bytes of write-ahead log that the server has written so far. */
async function logPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** Every coin at every level and a few leverages, at four starts in a row. */
function everyGroup(
  now: number,
): { readonly level: number; readonly least: bigint; readonly most: bigint; readonly group: PlanStart }[] {
  const leverages = [1, 2, 5, 10, 25];
  return coinSymbols.flatMap((coin) =>
    levelsAt(now).flatMap((level) =>
      leverages.flatMap((leverage) =>
        [0, 1, 2, 3].map((later) => {
          const terms = termsOf(level, leverage);
          const startsAt = startAfter(now + later * 300_000, terms);
          return { level: level.id, least: level.amountMin, most: level.amountMax, group: { coin, startsAt, terms } };
        }),
      ),
    ),
  );
}

function planAt(index: number, groups: ReturnType<typeof everyGroup>, placedAt: number): BenchPlan {
  // Steps that are prime to the number of groups and members spread the plans over both.
  const place = (index * 7) % groups.length;
  const { level, least, most } = groups[place] as (typeof groups)[number];
  const amount = least + ((BigInt(index) * 7_919_113n) % (most - least + 1n));
  return {
    memberId: BigInt(((index * 13) % memberCount) + 1),
    id: newPublicId(Math.trunc(placedAt)),
    group: place,
    level,
    amount: usdt(amount),
  };
}

/** Opens the members' accounts, funds them and moves the sum of their plans, so that the books are as placing left them. */
async function openBooks(pool: pg.Pool, ledger: Ledger, plans: readonly BenchPlan[]): Promise<void> {
  await pool.query('select ledger.open_member(id) from generate_series(1, $1::bigint) as member (id)', [memberCount]);
  const placed = new Map<bigint, bigint>();
  for (const { memberId, amount } of plans) placed.set(memberId, (placed.get(memberId) ?? 0n) + amount);
  const entries = [...placed];
  for (let from = 0; from < entries.length; from += 2_000) {
    await Promise.all(
      entries.slice(from, from + 2_000).map(async ([memberId, total]) => {
        const available = memberAccount(memberId, 'available');
        const outcome = await ledger.submit({
          key: `bench:${memberId}`,
          inputHash: '0'.repeat(64),
          kind: 'planPlaced',
          reference: 'bench',
          postings: [
            { from: houseAccount('rail', memberId), to: available, amount: usdt(fundMicroUsdt) },
            { from: available, to: memberAccount(memberId, 'plans'), amount: usdt(total) },
          ],
        });
        if (outcome.status !== 'committed') throw new Error(`member ${memberId} was not funded: ${outcome.status}`);
      }),
    );
  }
}

async function insertPlans(
  pool: pg.Pool,
  plans: readonly BenchPlan[],
  groupIds: readonly bigint[],
  placedAt: number,
): Promise<void> {
  for (let from = 0; from < plans.length; from += 20_000) {
    const page = plans.slice(from, from + 20_000);
    await pool.query(
      `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at)
       select member_id, id, group_id, level, amount, amount, $6
       from unnest($1::bigint[], $2::text[], $3::bigint[], $4::smallint[], $5::bigint[]) as p (member_id, id, group_id, level, amount)`,
      [
        page.map(({ memberId }) => memberId),
        page.map(({ id }) => id),
        page.map(({ group }) => groupIds[group]),
        page.map(({ level }) => level),
        page.map(({ amount }) => amount),
        new Date(placedAt),
      ],
    );
  }
}

/** Compares each plan's income and each member's balances with the oracle, which runs every plan by itself. */
async function compare(
  pool: pg.Pool,
  plans: readonly BenchPlan[],
  groups: readonly PlanStart[],
  market: Pick<Market, 'closed'>,
): Promise<void> {
  const incomes = new Map<string, bigint>();
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ id: string; income: bigint | null }>(
      'select id, income from plan where id > $1 order by id limit 100000',
      [after],
    );
    for (const { id, income } of rows) if (income !== null) incomes.set(id, income);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  const available = new Map<bigint, bigint>();
  let differences = 0;
  let marketTotal = 0n;
  let sponsor = 0n;
  for (const plan of plans) {
    const group = groups[plan.group] as PlanStart;
    const { income, shortfall } = bookedIncome(group, plan.amount, market.closed(group.coin, group.terms.interval));
    if (incomes.get(plan.id) !== income) differences++;
    available.set(plan.memberId, (available.get(plan.memberId) ?? fundMicroUsdt) + income);
    marketTotal += shortfall - income;
    sponsor -= shortfall;
  }
  figure('incomes that differ from the oracle', differences, `of ${shortNumber(plans.length)}`, { atMost: 0 });
  figure('balances that differ', await balanceDifferences(pool, available, marketTotal, sponsor), 'accounts', {
    atMost: 0,
  });
  const { rows } = await pool.query<{ wrong: bigint }>(
    `select (select count(*) from ledger.balance_differences) + (select count(*) from ledger.torn_transfers)
       + (select count(*) from ledger.trial_balance where balance <> 0)
       + abs((select count(*) from weight_entries) - $1) as wrong`,
    [plans.length],
  );
  figure('books out of order', Number(rows[0]?.wrong), 'entries', { atMost: 0 });
}

async function balanceDifferences(
  pool: pg.Pool,
  available: ReadonlyMap<bigint, bigint>,
  market: bigint,
  sponsor: bigint,
): Promise<number> {
  const { rows } = await pool.query<{ member_id: bigint; name: string; balance: bigint }>(
    `select a.member_id, a.name, b.balance from ledger.balances as b
     join ledger.accounts as a on a.member_id = b.member_id and a.id = b.account_id
     where a.member_id > 0 and a.name in ('available', 'plans')`,
  );
  const house = await pool.query<{ name: string; balance: string }>('select name, balance from ledger.house_balances');
  const houseWanted: Readonly<Record<string, bigint>> = { market, sponsor };
  const wrongHouse = house.rows.filter(
    ({ name, balance }) => name in houseWanted && houseWanted[name] !== BigInt(balance),
  ).length;
  const wanted = ({ member_id, name }: { member_id: bigint; name: string }) =>
    name === 'plans' ? 0n : available.get(member_id);
  return wrongHouse + rows.filter((row) => row.balance !== wanted(row)).length;
}
