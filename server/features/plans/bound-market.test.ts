import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { voidFrom } from '#core/plans/void.ts';
import { openExchangeClient } from '#server/market/exchange/client.ts';
import { startExchangeServer } from '#server/market/exchange/exchange-server.fixture.ts';
import { ExchangeSource } from '#server/market/exchange/exchange-source.ts';
import { dayMs, replayMarket, shippedRecordings } from '#server/market/market.fixture.ts';
import { createMarket, type Market } from '#server/market/market.ts';
import { silentLog } from '#server/platform/log.ts';
import { requireMarketOfRunningPlans } from './bound-market.ts';
import { getPlan } from './get-plan.ts';
import { placePlan } from './place-plan.ts';
import { openPlanGroups } from './plan-groups.ts';
import { findPlan } from './plan-store.ts';
import { openWorld, recordingStart, someRequest, type World } from './plan-world.fixture.ts';
import { settlePlans } from './settle-plans.ts';

const hourMs = 3_600_000;

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** A market whose recording opened a day earlier, or that has another hash. */
async function otherMarket(change: { startsAt?: number; recording?: string }) {
  const recordings = { ...(await shippedRecordings()), ...(change.recording && { hash: change.recording }) };
  const market = replayMarket(recordings, world.clock, change.startsAt ?? recordingStart);
  await market.start();
  return market;
}

test('a start on another recording, or another place of it, is refused while plans run, with what differs and what to do', async () => {
  await requireMarketOfRunningPlans(world.database.pool, world.market, world.clock);
  const moved = await otherMarket({ startsAt: recordingStart - dayMs });
  const swapped = await otherMarket({ recording: 'f'.repeat(64) });
  await requireMarketOfRunningPlans(world.database.pool, moved, world.clock);

  const member = await world.member(1_000);
  const { id } = await world.place(member);
  // Another one begins, and is void, five minutes later.
  world.clock.advance(300_000);
  const later = await world.place(member, { coin: 'BTC' });
  const { group } = (await findPlan(world.tables, member, later.id)) ?? expect.fail('the plan is recorded');
  await requireMarketOfRunningPlans(world.database.pool, world.market, world.clock);
  const start = (market: typeof moved) => requireMarketOfRunningPlans(world.database.pool, market, world.clock);
  await expect(start(moved)).rejects.toThrow(
    new RegExp(
      `^2 running plans were placed on another market .*startsAt: ${recordingStart}, ${recordingStart - dayMs}.*Start with the market.*RECORDING_DIR.*From ${new Date(voidFrom(group)).toISOString()} on all`,
    ),
  );
  await expect(start(swapped)).rejects.toThrow(/recording: [0-9a-f]{64}, f{64}/);

  world.clock.advance(2 * hourMs);
  for (const market of [moved, swapped]) {
    const { settled, failed } = await settlePlans({ ...world, market });
    expect(settled).toBe(0);
    expect(failed.map(({ reason }) => String(reason))).toEqual([
      expect.stringContaining('another market'),
      expect.stringContaining('another market'),
    ]);
  }
  expect((await findPlan(world.tables, member, id))?.income).toBeNull();
  expect(await settlePlans(world)).toMatchObject({ settled: 2, failed: [] });
  // Where another recorded day begins is shown by the market of the plan, and by no other.
  const seamsBy = async (market: typeof moved) => {
    const seamed = { ...market, seamIn: () => ({ seam: true, isBreak: true }) };
    const { candles } = await getPlan({ ...world, market: seamed }, member, id);
    return [...new Set(candles.map(({ seam, isBreak }) => `${seam} ${isBreak}`))];
  };
  expect([await seamsBy(world.market), await seamsBy(moved)]).toEqual([['true true'], ['false false']]);
  await Promise.all([start(moved), start(swapped), moved.stop(), swapped.stop()]);
});

test('a first start on an exchange, or on another one, is refused before it has responded', async () => {
  const member = await world.member(1_000);
  await world.place(member);
  const server = await startExchangeServer();
  server.trouble = 'busy';
  const marketOn = async (id: string) => {
    const client = await openExchangeClient(id, { url: server.url, timeoutMs: 2_000 });
    const market = createMarket(new ExchangeSource({ id, client, ...onDatabase }), world.clock, silentLog);
    await market.start();
    return market;
  };
  const onDatabase = { pool: world.database.pool, clock: world.clock, log: silentLog };
  const start = (market: Pick<Market, 'binding' | 'coins' | 'source'>) =>
    requireMarketOfRunningPlans(world.database.pool, market, world.clock);
  const binance = await marketOn('binanceusdm');
  expect(binance.binding('ETH', world.clock.now())).toBeNull();
  await expect(start(binance)).rejects.toThrow(/source: replay, exchange; exchange: undefined, binanceusdm/);
  world.clock.advance(2 * hourMs);
  expect(await settlePlans({ ...world, market: binance })).toMatchObject({ settled: 0 });
  expect(await settlePlans(world)).toMatchObject({ settled: 1, failed: [] });
  await start(binance);

  // A plan of one exchange, before another one has responded.
  const instrument = 'ETH/USDT:USDT';
  const responded = {
    ...world.market,
    source: binance.source,
    binding: () => ({ source: 'exchange', label: 'Binance', exchange: 'binanceusdm', instrument }) as const,
  };
  await placePlan(
    { ...world, market: responded, groups: openPlanGroups(world.tables, responded) },
    member,
    someRequest,
    null,
  );
  const kraken = await marketOn('kraken');
  await start(binance);
  await expect(start(kraken)).rejects.toThrow(/exchange: binanceusdm, kraken/);
  // It never ends on the world's market: void past its deadline, so that no later test meets it.
  world.clock.advance(8 * dayMs);
  await start(kraken);
  expect(await settlePlans(world)).toMatchObject({ settled: 1, failed: [] });
  await Promise.all([binance.stop(), kraken.stop()]);
  await server.close();
});

test('plans are not settled on other candles before their first round than they were bound to', async () => {
  await world.place(await world.member(1_000));
  const forged = {
    ...world.market,
    closed: (coin: string, interval: '5m') => {
      const candles = world.market.closed(coin, interval);
      return { ...candles, close: candles.close.map((price) => price * 1.0001) };
    },
  };
  world.clock.advance(2 * hourMs);
  const { settled, failed } = await settlePlans({
    ...world,
    market: { ...world.market, closed: forged.closed as never },
  });
  expect([settled, failed.length]).toEqual([0, 1]);
  expect(String(failed[0]?.reason)).toContain('47 candles before the first round are not those');
  expect(await settlePlans(world)).toMatchObject({ settled: 1, failed: [] });
});

test('the database takes an outcome only of a plan that has ended, and only with stored candles of its rounds', async () => {
  const { pool } = world.database;
  const member = await world.member(1_000);
  const plan = await world.place(member);
  const { rows } = await pool.query<{ id: bigint; starts_at: Date }>(
    'select g.id, g.starts_at from plan_group as g join plan as p on p.group_id = g.id where p.id = $1',
    [plan.id],
  );
  const group = rows[0];
  if (!group) throw new Error('the group is recorded');
  const starts = group.starts_at.getTime();
  const store = async (openTimes: readonly number[]): Promise<string> => {
    const candles = Buffer.alloc(openTimes.length * 48);
    for (const [row, time] of openTimes.entries()) candles.writeDoubleLE(time, row * 48);
    const digest = hash('sha256', candles, 'hex');
    await pool.query('insert into plan_candles values ($1, $2) on conflict do nothing', [digest, candles]);
    return digest;
  };
  const rounds = (count: number, from = starts - 300_000) =>
    Array.from({ length: count + 1 }, (_, row) => from + row * 300_000);
  const record = (digest: string, results: number, { end = 'completed', settled = starts + hourMs } = {}) =>
    pool.query(
      `insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, settled_at)
       values ($1, 0.05, $2, $3, 0, $4, $5)`,
      [group.id, Array.from({ length: results }, () => 0), end, digest, new Date(settled)],
    );

  await expect(record('0'.repeat(64), 12)).rejects.toThrow('needs its group and its candles');
  await expect(
    pool.query('insert into plan_candles values ($1, $2)', ['0'.repeat(64), Buffer.alloc(48)]),
  ).rejects.toThrow('plan_candles_check');
  const whole = await store(rounds(12));
  await expect(record(whole, 13)).rejects.toThrow('not the candles');
  await expect(record(whole, 11)).rejects.toThrow('not the candles');
  await expect(record(await store(rounds(11)), 11)).rejects.toThrow('not the candles');
  await expect(record(await store(rounds(12, starts - hourMs)), 12)).rejects.toThrow('not the candles');
  // From the round after the plan's first one on.
  const later = record(await store(rounds(12, starts)), 12, { settled: starts + 2 * hourMs });
  await expect(later).rejects.toThrow('not the candles');
  await expect(record(whole, 12, { settled: starts + hourMs - 1 })).rejects.toThrow('have not ended');
  const clock = (at: number) =>
    pool.query(
      `insert into product_clock (wall_at, product_at, speed, shown_until, extended_at) values (now(), $1, 1, $1, now())`,
      [new Date(at)],
    );
  await clock(starts + hourMs - 60_000);
  await expect(record(whole, 12)).rejects.toThrow('have not ended');
  await expect(record(await store(rounds(11)), 11, { end: 'maximumProfit' })).resolves.toBeDefined();
  await world.database.owner.query('alter table product_clock disable trigger user; delete from product_clock');
  await world.database.owner.query('alter table product_clock enable trigger user');
});

test('the database takes no group of plans whose market is not the one of its hash', async () => {
  await world.place(await world.member(1_000));
  const another = world.database.pool.query(
    `insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
     select coin, starts_at, engine, strategy, "interval", rounds, leverage + 1, maximum_profit, maximum_loss, fee_rate, 'another', market_hash
     from plan_group limit 1`,
  );
  await expect(another).rejects.toThrow('plan_group_check');
});

test('what was published is never changed, not by its owner and under no replication role', async () => {
  const { owner: pool } = world.database;
  await pool.query(
    `insert into market.replay_starts (recording, starts_at_ms, commitment, sealed_seed) values ($1, 0, $1, 'x')`,
    ['a'.repeat(64)],
  );
  for (const table of ['plan_group', 'plan_candles', 'plan_outcome', 'market.replay_starts', 'weight_entry']) {
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('is refused');
    await expect(pool.query(`truncate ${table} cascade`)).rejects.toThrow('is refused');
    const { rows } = await pool.query(
      `select tgenabled as enabled from pg_trigger where tgrelid = $1::regclass and tgname like 'append_only%'`,
      [table],
    );
    // Of a start the sealed seed alone may change: its updates have a trigger of their own.
    const triggers = table === 'market.replay_starts' ? 3 : 2;
    expect(rows).toEqual(Array.from({ length: triggers }, () => ({ enabled: 'A' })));
  }
  await expect(pool.query('update market.replay_starts set starts_at_ms = 60000')).rejects.toThrow('never changed');
});
