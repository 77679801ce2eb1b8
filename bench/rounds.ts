import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { usdt } from '#core/money/amount.ts';
import { categories } from '#core/rounds/categories.ts';
import { settleOrder } from '#core/rounds/payout.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { fillRound } from '#server/features/rounds/many-orders.fixture.ts';
import type { StoredOrder } from '#server/features/rounds/order-store.ts';
import { createTestBeacon, openNode, worldStart } from '#server/features/rounds/round-node.fixture.ts';
import { findRound } from '#server/features/rounds/round-store.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { setProductTime } from '#server/test/product-time.fixture.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { withDurableServer } from './durable-server.ts';
import { httpLoad } from './http-load.ts';
import { fillWithMembers, memberRequest, placePlanRequest } from './plan-members.ts';
import { familySeconds, postmasterOf } from './processor-time.ts';
import { figure, print, race, shortNumber } from './report.ts';

/**
 * Orders placed over HTTP against plans, on the same server; then rounds of many orders closed, drawn and paid, each order compared with
 * the rule. `node bench/rounds.ts 100000` does the latter alone, for so many.
 */
const orderCounts = process.argv.slice(2).map(Number);
const goalSeconds: Readonly<Record<number, number>> = { 100000: 5 };
const ordersPerMember = 2;
const connectionCount = 256;
let requests = 0;

if (orderCounts.length === 0) await placeOrders();
for (const orders of orderCounts.length > 0 ? orderCounts : [100_000, 1_000_000]) await payOrders(orders);

async function placeOrders(): Promise<void> {
  await withDurableServer(async (server) => {
    const databaseUrl = await server.database('rounds');
    const pool = createPool(databaseUrl, silentLog);
    await fillWithMembers(pool);
    // So slow that the round takes orders until the end.
    const product = await startChildServer('../server/main.ts', {
      ...{ PORT: '0', DATABASE_URL: databaseUrl, RATE_LIMIT: 'off' },
      ...{ CLOCK_START: new Date(worldStart).toISOString(), CLOCK_SPEED: '0.01' },
    });
    const load = ({ port }: ChildServer, next: () => string) =>
      httpLoad({ port, connections: connectionCount, seconds: 5, next }).then((one) => one.requestsPerSecond);
    try {
      await race({
        title: `Orders of one round placed over HTTP, ${connectionCount} connections`,
        unit: 'requests/s',
        better: 'higher',
        contenders: [
          { name: 'place order', run: () => load(product, placeOrderRequest) },
          { name: 'place plan', run: () => load(product, placePlanRequest) },
        ],
      });
    } finally {
      await product.stop();
      await pool.end();
    }
  });
}

function placeOrderRequest(): string {
  const count = requests++;
  const category = categories[count % categories.length];
  const body = `round=${roundAt(worldStart)}&category=${category}&amount=${1 + (count % 9)}`;
  return memberRequest('/api/order/tradeThb', body, count);
}

async function payOrders(orders: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-rounds-'));
  const database = await openDatabase({ folder, log: silentLog, as: 'owner' });
  try {
    await payIn(database.pool, orders, postmasterOf(join(folder, 'postgres')));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function payIn(pool: pg.Pool, orders: number, postmaster: number): Promise<void> {
  const members = Math.ceil(orders / ordersPerMember);
  print(`\nA round of ${shortNumber(orders)} orders of ${shortNumber(members)} members`);
  let time = worldStart;
  await setProductTime(pool, time);
  const node = await openNode(pool, { now: () => time }, createTestBeacon());
  await node.run();
  const round = roundAt(time);
  await fillRound(pool, node.ledger, round, { orders, members, firstMember: 1n });
  await pool.query('vacuum analyze');
  await pool.query('checkpoint').catch(() => undefined);
  const timed = async (what: string, until: number, goal?: number): Promise<void> => {
    time = until;
    await setProductTime(pool, time);
    const [start, before] = [performance.now(), [process.cpuUsage(), familySeconds(postmaster)] as const];
    await node.run();
    const seconds = (performance.now() - start) / 1_000;
    const own = process.cpuUsage(before[0]);
    figure(what, seconds, 's', goal === undefined ? undefined : { atMost: goal });
    figure('processor time of the application', (own.user + own.system) / orders, 'us/order');
    figure('processor time of the database', ((familySeconds(postmaster) - before[1]) * 1e6) / orders, 'us/order');
  };
  await timed('closed, its root published', timesOf(round).closesAt);
  await timed('drawn and paid', timesOf(round).resultAt, goalSeconds[orders]);
  await compare(pool, node, round, orders);
  await node.ledger.close();
}

/** Every order against the rule, and the books. */
async function compare(
  pool: pg.Pool,
  { tables }: Awaited<ReturnType<typeof openNode>>,
  round: number,
  orders: number,
): Promise<void> {
  const digits = (await findRound(tables, round))?.end?.result?.digits;
  if (!digits) throw new Error('not drawn');
  const { rows } = await sql<Pick<StoredOrder, 'memberId' | 'category' | 'stake' | 'income'>>`
    select member_id as "memberId", category, stake, income from round_order`.execute(tables);
  const wrong = rows.filter(({ memberId, category, stake, income }) => {
    const due = settleOrder(memberId, { category, stake: usdt(stake) }, digits);
    return income !== due.income;
  });
  const { rows: books } = await pool.query<{ wrong: bigint }>(
    `select (select count(*) from ledger.balance_differences) + (select count(*) from ledger.trial_balance where balance <> 0)
       + (select count(*) from ledger.house_balances where name = 'roundsReserved' and balance <> 0) as wrong`,
  );
  if (rows.length !== orders || wrong.length > 0 || books[0]?.wrong !== 0n)
    throw new Error(`${wrong.length} orders are wrong`);
  print(`  all ${shortNumber(orders)} orders are as the rule has them, and the books balance`);
}
