import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import type { OfferChange } from '#core/products/offers.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { dayMs, replayOrder, shippedRecordings } from '#server/market/market.fixture.ts';
import { createMarket } from '#server/market/market.ts';
import type { ReplayOrder } from '#server/market/replay/replay-order.ts';
import { ReplaySource } from '#server/market/replay/replay-source.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import type { StakeGuard } from '#server/platform/stake-guard.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { type PlanRequest, placePlan } from './place-plan.ts';
import { openPlanGroups } from './plan-groups.ts';
import { openQuoteCache } from './quote-cache.ts';
import { openRunningLimit } from './running-limit.ts';
import { openWeightScores } from './weight-scores.ts';

/** Product time at which the recording's first minute opens in these tests. */
export const recordingStart = Date.UTC(2026, 0, 1);
/** Where the clock stands at first: 20 days of history, in the middle of a five-minute candle. */
export const worldStart: number = recordingStart + 20 * dayMs + 130_000;
export const minuteMs = 60_000;

export const micro = (units: number) => usdt(BigInt(Math.round(units * 1_000_000)));

/** A request that level 1 grants to anybody with the funds. */
export const someRequest: PlanRequest = { id: 1, coin: 'ETH', multiple: 3, price: micro(100) };

/** Nobody has set a limit. */
export const unguarded: StakeGuard = { placing: (_memberId, _atRisk, place) => place() };

export type World = Awaited<ReturnType<typeof openWorld>>;
export type Node = ReturnType<typeof openNode>;

/** The same in every world of a file: to make its keys, of a hundred years, takes as long as the rest of a market. */
let order: ReplayOrder | undefined;

/** A database of its own, the shipped recording, and a clock that stands until it is moved. */
export async function openWorld() {
  const database = await createTestDatabase();
  const clock = createTestClock(worldStart);
  const recordings = await shippedRecordings();
  order ??= replayOrder(recordings, recordingStart);
  const market = createMarket(new ReplaySource(recordings, clock, order), clock, silentLog);
  await market.start();
  const nodes: Node[] = [];
  const open = () => {
    const node = openNode(database.pool, clock, market);
    nodes.push(node);
    return node;
  };
  let lastMember = 0n;
  const node = open();
  return {
    ...node,
    database,
    /** Another node on the same database. */
    openNode: open,
    /** A member with these funds available. */
    async member(funds: number): Promise<bigint> {
      const memberId = ++lastMember;
      await database.pool.query('select ledger.open_member($1)', [memberId]);
      if (funds > 0) await fund(node, memberId, funds);
      return memberId;
    },
    /** So many plans of one group, put there at once; the books stand as if each had been placed. */
    async placeMany(memberId: bigint, count: number, units: number): Promise<void> {
      const first = await node.place(memberId, { price: micro(units) });
      await node.ledger.submit({
        key: `many:${randomUUID()}`,
        inputHash: '0'.repeat(64),
        kind: 'planPlaced',
        reference: 'test',
        postings: [
          {
            from: memberAccount(memberId, 'available'),
            to: memberAccount(memberId, 'plans'),
            amount: usdt(micro(units) * BigInt(count - 1)),
          },
        ],
      });
      await database.pool.query(
        `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at)
         select member_id, left(id, 9) || 'Z' || lpad(number::text, 6, '0'), group_id, level, amount, at_risk, placed_at
         from plan, generate_series(2, $3::int) as number where member_id = $1 and id = $2`,
        [memberId, first.id, count],
      );
    },
    async earn(memberId: bigint, points: number): Promise<void> {
      await allowMadeUpPoints(database);
      await database.pool.query(
        `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at)
         values ($1, 'test', $2, $3, 1, now())`,
        [memberId, randomUUID(), points],
      );
    },
    async close(): Promise<void> {
      await market.stop();
      await Promise.all(nodes.map(({ ledger }) => ledger.close()));
      await database.drop();
    },
  };
}

function openNode(pool: pg.Pool, clock: ReturnType<typeof createTestClock>, market: ReturnType<typeof createMarket>) {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const ledger = openLedger({ pool, clock });
  const dependencies = {
    pool,
    tables,
    ledger,
    ledgerReader: ledger,
    clock,
    market,
    groups: openPlanGroups(tables, market),
    weights: openWeightScores(tables),
    guard: unguarded,
    running: openRunningLimit(tables),
    offers: { changes: (): readonly OfferChange[] => [] },
    quotes: openQuoteCache(),
    losingPairs: { ofLevel: () => null },
    log: silentLog,
  };
  return {
    ...dependencies,
    place: (memberId: bigint, change: Partial<PlanRequest> = {}, key: string | null = null) =>
      placePlan(dependencies, memberId, { ...someRequest, ...change }, key),
  };
}

async function fund({ ledger }: Pick<Node, 'ledger'>, memberId: bigint, funds: number): Promise<void> {
  const outcome = await ledger.submit({
    key: `fund:${randomUUID()}`,
    inputHash: '0'.repeat(64),
    kind: 'depositConfirmed',
    reference: 'test',
    postings: [
      { from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount: micro(funds) },
    ],
  });
  if (outcome.status !== 'committed') throw new Error(`not funded: ${outcome.status}`);
}

/** Nothing in the books is out of order. */
export async function isLedgerSound(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ wrong: bigint }>(
    `select (select count(*) from ledger.balance_differences) + (select count(*) from ledger.torn_transfers)
       + (select count(*) from ledger.trial_balance where balance <> 0) as wrong`,
  );
  return rows[0]?.wrong === 0n;
}
